"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useId } from "react";
import { describedBy, Field, type FieldTexts } from "@/components/ui/field";
import type { SelectOption } from "@/components/ui/select";

/** The list shows at most this many options. Typing filters them. */
const LISTED = 100;

type ComboboxProps = Omit<FieldTexts, "label"> & {
  label: string;
  id?: string;
  name: string;
  options: readonly SelectOption[];
  defaultValue?: string | undefined;
  placeholder: string;
  search: string;
  empty: string;
};

/**
 * A select with a search field, for long lists. The arrow keys move, Enter selects, and Escape
 * closes the list. The search ignores accents. Until scripts run, the user sees a `Select`, which
 * looks the same.
 */
export function Combobox({
  label,
  hint,
  error,
  optional,
  id,
  name,
  options,
  defaultValue,
  placeholder,
  search,
  empty,
}: ComboboxProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional}>
      <Base.Root
        name={name}
        items={options}
        limit={LISTED}
        autoHighlight
        defaultValue={options.find(({ value }) => value === defaultValue) ?? null}
      >
        <Base.Trigger
          id={fieldId}
          aria-describedby={describedBy(fieldId, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="control flex items-center gap-2 text-left"
        >
          <span dir="auto" className="min-w-0 grow truncate">
            <Base.Value placeholder={placeholder} />
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="z-50 outline-none" sideOffset={4}>
            <Base.Popup
              aria-label={label}
              className="w-(--anchor-width) rounded-lg border border-line bg-surface p-2 shadow-raised"
            >
              <Base.Input aria-label={search} placeholder={search} className="control" />
              <Base.Empty className="px-3 pt-2 text-ink-muted empty:hidden">{empty}</Base.Empty>
              <Base.List className="mt-1 max-h-[min(20rem,calc(var(--available-height)-4.5rem))] scroll-py-1 overflow-y-auto overscroll-contain outline-none data-empty:mt-0">
                {(option: SelectOption) => (
                  <Base.Item
                    key={option.value}
                    value={option}
                    className="flex min-h-11 cursor-default items-center gap-2 rounded-md px-3 py-2 text-ink-muted select-none data-highlighted:bg-accent-soft data-highlighted:text-ink"
                  >
                    <span dir="auto" className="min-w-0 grow wrap-anywhere">
                      {option.label}
                    </span>
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  );
}
