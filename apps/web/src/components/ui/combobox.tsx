"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useId, useState } from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import { fold } from "@/lib/format/fold";

/** Up to this many options, a native select is easier to use than a combobox. */
export const SELECT_UP_TO = 7;

export type ComboboxOption = {
  value: string;
  label: string;
  /**
   * Other texts that the search includes. Next to the label, the list shows the first text, or the
   * text that matches the query if the label does not match.
   */
  details?: readonly string[];
};

export function isMatch({ label, details = [] }: ComboboxOption, query: string): boolean {
  const wanted = fold(query.trim());
  return [label, ...details].some((text) => fold(text).includes(wanted));
}

export function detailFor(
  { label, details = [] }: ComboboxOption,
  query: string,
): string | undefined {
  const wanted = fold(query.trim());
  const isInLabel = fold(label).includes(wanted);
  const match = isInLabel ? undefined : details.find((text) => fold(text).includes(wanted));
  // The server may have found the row by a text that is not in `details`.
  return match ?? details[0];
}

/** Compares the values, because a search on the server returns new objects for the same options. */
const isSameOption = (one: ComboboxOption, other: ComboboxOption) => one.value === other.value;

const LISTED = 100;

/**
 * The open list contains only the first 100 options. Moves the selected option to the start if the
 * list would not contain it.
 */
export function withSelected(
  options: readonly ComboboxOption[],
  selected: ComboboxOption | null | undefined,
): readonly ComboboxOption[] {
  const place = options.findIndex(({ value }) => value === selected?.value);
  if (!selected || place < LISTED) return options;
  return [selected, ...options.slice(0, place), ...options.slice(place + 1)];
}

type ComboboxProps = Omit<FieldTexts, "label"> & {
  label: string;
  id?: string;
  name?: string;
  options: readonly ComboboxOption[];
  defaultOption?: ComboboxOption | undefined;
  value?: ComboboxOption | null;
  placeholder: string;
  picture?: ReactNode;
  search: string;
  empty: ReactNode;
  note?: ReactNode;
  status?: string | undefined;
  searchRef?: Ref<HTMLInputElement>;
  /** Called with the typed text. If set, `options` must contain only matching options. */
  onSearch?: ((query: string) => void) | undefined;
  onChoose?: ((option: ComboboxOption | null) => void) | undefined;
};

/**
 * Works only with scripts. Until they run, the parent shows a native `Select` with the same look.
 */
export function Combobox({
  label,
  hint,
  error,
  optional,
  id,
  name,
  options,
  defaultOption,
  value,
  placeholder,
  picture,
  search,
  empty,
  note,
  status = "",
  searchRef,
  onSearch,
  onChoose,
}: ComboboxProps) {
  const [query, setQuery] = useState("");
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <Base.Root
        {...(name === undefined ? {} : { name })}
        items={withSelected(options, value === undefined ? defaultOption : value)}
        limit={LISTED}
        autoHighlight
        filter={onSearch ? null : isMatch}
        isItemEqualToValue={isSameOption}
        onInputValueChange={(typed) => {
          setQuery(typed);
          onSearch?.(typed);
        }}
        onValueChange={(option) => onChoose?.(option)}
        {...(value === undefined ? { defaultValue: defaultOption ?? null } : { value })}
      >
        <Base.Trigger
          id={fieldId}
          aria-describedby={describedBy(fieldId, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="control flex items-center gap-2 text-left"
        >
          {picture}
          <span dir="auto" className="min-w-0 grow truncate">
            <Base.Value placeholder={placeholder} />
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="z-50 outline-none" sideOffset={4}>
            <Base.Popup
              aria-label={label}
              className="w-(--anchor-width) raised animate-appear rounded-lg p-2 text-sm transition-opacity duration-100 ease-in data-ending-style:opacity-0"
            >
              <Base.Input
                ref={searchRef}
                aria-label={search}
                placeholder={search}
                className="control"
              />
              <Base.Empty className="px-3 pt-2 text-ink-muted empty:hidden">{empty}</Base.Empty>
              <Base.List className="mt-1 max-h-[min(20rem,calc(var(--available-height)-4.5rem))] scroll-py-1 overflow-y-auto overscroll-contain outline-none data-empty:mt-0">
                {(option: ComboboxOption) => (
                  <Base.Item
                    key={option.value}
                    value={option}
                    className="flex min-h-9 pointer-coarse:min-h-11 cursor-default items-center gap-2 rounded-md px-3 py-2 text-ink-muted select-none data-highlighted:bg-accent-soft data-highlighted:text-ink"
                  >
                    <span className="min-w-0 grow sm:flex sm:items-center sm:gap-2">
                      <span dir="auto" className="block min-w-0 grow wrap-anywhere">
                        {option.label}
                      </span>
                      {option.details ? (
                        <span
                          dir="auto"
                          className="block truncate text-xs text-ink-subtle sm:max-w-1/2"
                        >
                          {detailFor(option, query)}
                        </span>
                      ) : null}
                    </span>
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
              <p role="status" className="sr-only">
                {status}
              </p>
              {note ? <p className="px-3 pt-2 text-xs text-ink-subtle">{note}</p> : null}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  );
}
