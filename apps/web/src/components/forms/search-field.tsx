"use client";

import { Search } from "lucide-react";
import type { Route } from "next";
import Form from "next/form";
import { type ReactNode, useEffect, useRef } from "react";
import { mayNavigate } from "@/lib/browser/offline-navigation";

export function SearchField({
  action,
  label,
  placeholder,
  query = "",
  children,
}: {
  action: string;
  label: string;
  placeholder: string;
  query: string | undefined;
  children: ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(query);

  useEffect(() => {
    // After this form's own search, keep the text that the user has typed since.
    if (field.current && sent.current !== query) field.current.value = query;
    sent.current = query;
  }, [query]);

  return (
    <Form
      action={action as Route}
      prefetch={false}
      className="flex gap-2"
      onSubmit={(event) => {
        if (!mayNavigate()) return event.preventDefault();
        sent.current = field.current?.value.trim() ?? "";
      }}
    >
      <label className="relative min-w-0 grow">
        <span className="sr-only">{label}</span>
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-subtle"
        />
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={query}
          placeholder={placeholder}
          maxLength={80}
          enterKeyHint="search"
          className="peer control pl-9"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 hidden -translate-y-1/2 md:peer-placeholder-shown:pointer-fine:block peer-focus:!hidden [@media(scripting:none)]:!hidden"
        >
          /
        </kbd>
      </label>
      {children}
    </Form>
  );
}
