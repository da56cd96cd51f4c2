import type { UrlObject } from "node:url";
import { Check, ListFilter, X } from "lucide-react";
import Link from "next/link";
import { strings } from "@/components/strings";
import { DetailsMenu } from "@/components/ui/details-menu";
import { classNames } from "@/lib/style/class-names";
import { MENU, MENU_ROW } from "@/lib/style/menu";

export type Filter = {
  name: string;
  options: readonly { label: string; href: UrlObject; isCurrent: boolean }[];
  /** The chosen option, or `null`. `clear` is the URL of the list without this filter. */
  set: { label: string; clear: UrlObject } | null;
};

/**
 * The scrim behind the sheet is part of the menu's button, so a tap on the scrim closes the sheet,
 * even without scripts.
 */
const SCRIM =
  "max-md:group-open/filters:before:fixed max-md:group-open/filters:before:inset-0 max-md:group-open/filters:before:z-30 max-md:group-open/filters:before:bg-scrim";
const PHONE_SHEET =
  "max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:w-auto max-md:max-w-none max-md:overscroll-contain max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 max-md:px-3 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]";

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
      <DetailsMenu name="filters" className="group/filters -ml-2">
        <summary
          className={classNames(
            "inline-flex min-h-(--control) list-none items-center gap-2 rounded-md px-2 font-semibold text-ink-muted hover:bg-hover",
            SCRIM,
          )}
        >
          <ListFilter aria-hidden className="size-4" />
          {addLabel}
        </summary>
        <div className={classNames(MENU, "filter-menu max-h-[70dvh] overflow-y-auto", PHONE_SHEET)}>
          <div className="mb-2 flex items-center justify-between gap-4 px-2.5 md:hidden">
            <p className="text-lg font-heading">{addLabel}</p>
            <button
              type="button"
              data-closes-menu
              aria-label={strings.close}
              title={strings.close}
              className="-mr-2.5 grid size-11 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink [@media(scripting:none)]:hidden"
            >
              <X aria-hidden className="size-5" />
            </button>
          </div>
          {filters.map(({ name, options }) => (
            <div
              key={name}
              className="not-last:mb-1 not-last:border-b not-last:border-line not-last:pb-1"
            >
              <p className="px-2.5 pt-1 pb-0.5 text-2xs font-semibold text-ink-subtle">{name}</p>
              <ul>
                {options.map(({ label, href, isCurrent }) => (
                  // Two people may have the same name, so the label cannot be the key.
                  <li key={JSON.stringify(href)}>
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
