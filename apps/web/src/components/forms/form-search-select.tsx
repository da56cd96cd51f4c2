"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Combobox, SELECT_UP_TO } from "@/components/ui/combobox";
import { Select } from "@/components/ui/select";
import { useFormField } from "@/lib/forms/form-context";

type Option = { value: string; label: string };

/**
 * A hidden native select in the form holds the value, so that drafts and autosave read and write it
 * like any other field.
 */
export function FormSearchSelect({
  name,
  label,
  hint,
  options,
  placeholder,
  defaultValue,
  search,
  empty,
  pictureOf,
}: {
  name: string;
  label: string;
  hint?: string;
  options: readonly Option[];
  /** Label of the empty choice. Omit it if the user must choose an option. */
  placeholder?: string;
  defaultValue?: string;
  search: string;
  empty: string;
  pictureOf?: (value: string) => ReactNode;
}) {
  const { id, error, submittedValue } = useFormField(name);
  const select = useRef<HTMLSelectElement>(null);
  // Undefined until the scripts run. Until then, the native select is visible.
  const [value, setValue] = useState<string>();

  useEffect(() => {
    const field = select.current;
    if (!field) return;
    const follow = () => setValue(field.value);
    const start = () => {
      // The user may have chosen an option before hydration.
      follow();
      field.addEventListener("input", follow);
    };
    // Do not hide the select while the user chooses from it.
    if (document.activeElement === field) field.addEventListener("blur", start, { once: true });
    else start();
    return () => {
      field.removeEventListener("blur", start);
      field.removeEventListener("input", follow);
    };
  }, []);

  const choose = (chosen: string) => {
    if (!select.current) return;
    select.current.value = chosen;
    for (const type of ["input", "change"]) {
      select.current.dispatchEvent(new Event(type, { bubbles: true }));
    }
  };
  const shown = pictureOf?.(value ?? submittedValue ?? defaultValue ?? "");
  // Without scripts, the picture would not change with the selected option.
  const picture = shown ? (
    <span className="contents [@media(scripting:none)]:hidden">{shown}</span>
  ) : null;
  const isSearchable = value !== undefined && options.length > SELECT_UP_TO;
  const all = placeholder === undefined ? options : [{ value: "", label: placeholder }, ...options];
  return (
    <>
      {isSearchable ? (
        <Combobox
          id={id}
          label={label}
          hint={hint}
          error={error}
          options={all}
          value={all.find((option) => option.value === value) ?? null}
          placeholder={placeholder ?? label}
          search={search}
          empty={empty}
          picture={picture}
          onChoose={(option) => choose(option?.value ?? "")}
        />
      ) : null}
      <div className={isSearchable ? "hidden" : "contents"}>
        <Select
          ref={select}
          id={isSearchable ? `${id}-value` : id}
          name={name}
          label={label}
          hint={isSearchable ? undefined : hint}
          error={isSearchable ? undefined : error}
          options={options}
          picture={picture}
          {...(placeholder === undefined ? {} : { placeholder })}
          defaultValue={submittedValue ?? defaultValue}
        />
      </div>
    </>
  );
}
