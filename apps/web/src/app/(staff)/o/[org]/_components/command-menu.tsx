"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { classNames } from "@/lib/class-names";

type Command = { label: string; run: () => void };

/** Searches the commands and pages of a firm. Arrow keys select one, and Enter opens it. */
export function CommandMenu({
  slug,
  canManage,
  onDone,
  onShowKeys,
  ref,
}: {
  slug: string;
  /** True for owners and admins, for whom the list includes the settings. */
  canManage: boolean;
  onDone: () => void;
  onShowKeys: () => void;
  ref: Ref<HTMLInputElement>;
}) {
  const router = useRouter();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const go = (label: string, path: string): Command => ({
    label,
    run: () => {
      onDone();
      router.push(path as Route);
    },
  });
  const base = `/o/${slug}`;
  const words = query.trim().toLowerCase();
  const commands = [
    go(strings.inbox, base),
    go(strings.requests, `${base}/requests`),
    go(strings.newRequest, `${base}/requests/new`),
    go(strings.overdue, `${base}/requests?status=overdue`),
    go(strings.clients, `${base}/clients`),
    go(strings.addClient, `${base}/clients/new`),
    go(strings.importClients, `${base}/clients/import`),
    go(strings.templates, `${base}/templates`),
    go(strings.newTemplate, `${base}/templates/new`),
    ...(canManage ? [go(strings.settings, `${base}/settings/general`)] : []),
    go(strings.account, "/account"),
    go(strings.help, "/help#staff"),
    { label: strings.keysTitle, run: onShowKeys },
  ].filter(({ label }) => label.toLowerCase().includes(words));
  const found: Command[] =
    words === ""
      ? commands
      : [
          ...commands,
          go(
            strings.searchRequests(query.trim()),
            `${base}/requests?q=${encodeURIComponent(query.trim())}`,
          ),
          go(
            strings.searchClients(query.trim()),
            `${base}/clients?q=${encodeURIComponent(query.trim())}`,
          ),
        ];

  // The focus stays in the text field, so the browser does not scroll the list to the selected
  // option.
  const choose = (index: number) => {
    const next = (index + found.length) % found.length;
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is composing text, so these keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") choose(active + 1);
    else if (event.key === "ArrowUp") choose(active - 1);
    else if (event.key === "Enter") found[active]?.run();
    else return;
    event.preventDefault();
  };

  return (
    <div>
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label={strings.commandLabel}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${active}`}
        autoComplete="off"
        placeholder={strings.commandLabel}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
          list.current?.scrollTo(0, 0);
        }}
        onKeyDown={onKeyDown}
        className="control"
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={strings.commands}
        className="mt-3 max-h-[50dvh] overflow-y-auto"
      >
        {found.map(({ label, run }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above holds focus and keys
          <div
            key={label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={run}
            onMouseMove={() => setActive(index)}
            className={classNames(
              "flex min-h-11 cursor-default items-center rounded-md px-3",
              index === active ? "bg-accent-soft text-ink" : "text-ink-muted",
            )}
          >
            {label}
          </div>
        ))}
      </div>
    </div>
  );
}
