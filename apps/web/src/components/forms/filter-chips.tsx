import type { UrlObject } from "node:url";
import { Check, ListFilter, X } from "lucide-react";
import Link from "next/link";
import { DetailsMenu } from "@/components/ui/details-menu";
import { MENU, MENU_ROW } from "@/components/ui/menu";

export type Filter = {
  name: string;
  options: readonly { label: string; href: UrlObject; isCurrent: boolean }[];
  /** The value that is set, and the address without it. `null` if the filter is not set. */
  set: { label: string; clear: UrlObject } | null;
};

/** The filters of a list, as links: each set one is a chip that removes it. Works without scripts. */
export function FilterChips({
  filters,
  addLabel,
  removeLabel,
}: {
  filters: readonly Filter[];
  addLabel: string;
  removeLabel: (name: string, value: string) => string;
}) {
  return (
    <>
      {filters.map(({ name, set }) =>
        set ? (
          <span
            key={name}
            className="inline-flex min-h-(--control) items-center gap-1.5 rounded-md border border-line-control pl-3"
          >
            {name} <span className="font-semibold">{set.label}</span>
            <Link
              href={set.clear}
              aria-label={removeLabel(name, set.label)}
              title={removeLabel(name, set.label)}
              className="grid size-7 place-items-center rounded-md text-ink-subtle hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden className="size-3.5" />
            </Link>
          </span>
        ) : null,
      )}
      <DetailsMenu name="filters" className="relative">
        <summary className="inline-flex min-h-(--control) list-none items-center gap-2 rounded-md px-2.5 font-semibold text-ink-muted hover:bg-hover">
          <ListFilter aria-hidden className="size-4" />
          {addLabel}
        </summary>
        <div className={`${MENU} max-h-[70dvh] overflow-y-auto`}>
          {filters.map(({ name, options }) => (
            <div
              key={name}
              className="not-last:mb-1 not-last:border-b not-last:border-line not-last:pb-1"
            >
              <p className="px-2.5 pt-1 pb-0.5 text-2xs font-semibold text-ink-subtle">{name}</p>
              <ul>
                {options.map(({ label, href, isCurrent }) => (
                  <li key={label}>
                    <Link
                      href={href}
                      aria-current={isCurrent ? "true" : undefined}
                      className={MENU_ROW}
                    >
                      <span className="grow">{label}</span>
                      {isCurrent ? <Check aria-hidden className="size-4 text-accent" /> : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </DetailsMenu>
    </>
  );
}
