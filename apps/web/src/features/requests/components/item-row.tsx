import { ChevronDown, Ellipsis } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { DetailsMenu } from "@/components/ui/details-menu";
import { KindIcon } from "@/features/items/components/kind-icon";
import { itemKind } from "@/features/items/strings";
import type { ItemKind } from "@/features/items/types";
import { type CardHead, type CardPlace, cardName } from "@/features/requests/draft/cards";
import { composer } from "@/features/requests/strings";
import { classNames } from "@/lib/style/class-names";
import { MENU } from "@/lib/style/menu";

/** The rows of a section look like a card, although all rows are in one list. */
export function cardClasses(index: number, { isFirst, isLast }: CardPlace): string {
  return classNames(
    "relative border-x border-line bg-surface",
    isFirst && "rounded-t-lg",
    isFirst && index > 0 && "mt-3",
    isLast && "rounded-b-lg border-b",
  );
}

/** Rounds the corners of a row that are corners of its card. */
export function cornerClasses({ isFirst, isLast, head }: CardPlace): string {
  return classNames(isFirst && !head && "rounded-t-lg", isLast && "rounded-b-lg");
}

export const CARD_HEAD =
  "relative flex min-h-9.75 pointer-coarse:min-h-12 items-center gap-2 rounded-t-lg border-t border-line bg-sunken px-3 text-xs";

export function CardName({ head }: { head: Pick<CardHead, "section" | "count"> }) {
  return (
    <>
      <span dir="auto" className="truncate font-heading">
        {cardName(head)}
      </span>
      <span className="font-medium text-ink-subtle">{head.count}</span>
    </>
  );
}

/** Some rows have rounded corners, so the outer span clips the mark. */
export function OpenMark({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "pointer-events-none absolute inset-0 overflow-clip before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-accent",
        className,
      )}
    />
  );
}

/**
 * All rows of a page have the same `name` attribute, so the browser closes the open row when the
 * user opens another row.
 */
export function ItemRow({
  kind,
  title,
  trailing,
  hasHandle = false,
  hasStatus = false,
  hasKindField = false,
  note,
  corners,
  children,
  ...details
}: Pick<ComponentPropsWithRef<"details">, "open" | "onToggle"> & {
  kind: ItemKind;
  title: string;
  trailing?: ReactNode;
  hasHandle?: boolean;
  hasStatus?: boolean;
  /**
   * True if the open row contains a field for the kind. The summary of the row then does not repeat
   * the kind.
   */
  hasKindField?: boolean;
  note: string;
  /** The result of `cornerClasses`. */
  corners: string;
  children: ReactNode;
}) {
  return (
    <details name="item" className="group/item relative forced-colors:open:border-l-4" {...details}>
      <summary
        className={classNames(
          "flex h-10.5 list-none items-center gap-2.5 pr-12 pl-3 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:h-12 group-open/item:hover:bg-transparent [&::-webkit-details-marker]:hidden",
          corners,
          hasHandle && "pointer-fine:pl-9",
          hasKindField && "pointer-fine:min-[30rem]:group-open/item:h-14.5",
          // On phones, the icon, the handle and the menu are next to the first line of the title.
          "max-[30rem]:h-auto max-[30rem]:min-h-11 max-[30rem]:items-start max-[30rem]:pt-2.75 max-[30rem]:pb-2 pointer-coarse:max-[30rem]:h-auto",
        )}
      >
        <KindIcon
          kind={kind}
          className={classNames(
            "size-4 shrink-0 text-ink-subtle max-[30rem]:mt-0.5",
            hasKindField && "pointer-fine:min-[30rem]:group-open/item:hidden",
          )}
        />
        <span className="flex min-w-0 grow items-center gap-x-2.5 group-open/item:hidden max-[30rem]:block max-[30rem]:group-open/item:hidden">
          <span
            dir="auto"
            className={classNames(
              "min-w-0 grow truncate font-medium",
              title === "" && "text-ink-subtle",
              "max-[30rem]:line-clamp-2 max-[30rem]:whitespace-normal",
            )}
          >
            {title || composer.untitled}
          </span>
          <span className="flex shrink-0 items-center gap-x-5 max-[30rem]:mt-0.5 max-[30rem]:flex-row-reverse max-[30rem]:flex-wrap-reverse max-[30rem]:justify-end">
            <span className="hidden text-xs whitespace-nowrap text-warning group-has-[[data-restored]]/item:inline">
              {composer.notSaved}
            </span>
            <span className="text-xs whitespace-nowrap text-ink-subtle">{note}</span>
            {trailing ? (
              <span
                className={hasStatus ? "flex w-37 max-[30rem]:w-auto max-[30rem]:*:text-xs" : ""}
              >
                {trailing}
              </span>
            ) : null}
          </span>
        </span>
        <span
          className={classNames(
            "hidden min-w-0 truncate font-medium text-ink-muted group-open/item:inline",
            hasKindField && "pointer-fine:min-[30rem]:sr-only!",
          )}
        >
          {hasKindField ? title || composer.untitled : itemKind[kind]}
        </span>
        <ChevronDown
          aria-hidden
          className="ml-auto hidden size-4 shrink-0 rotate-180 text-ink-subtle group-open/item:block"
        />
      </summary>
      <OpenMark className={corners} />
      <div
        data-item-row
        className={classNames("pr-4 pb-4 pl-4.5", !hasKindField && "pointer-fine:min-[30rem]:pt-1")}
      >
        {children}
      </div>
    </details>
  );
}

/**
 * Render this menu next to the row's `details` element, not in it, so that the menu works while the
 * row is closed.
 */
export function ItemRowMenu({
  label,
  isInHead = false,
  children,
}: {
  label: string;
  isInHead?: boolean;
  children: ReactNode;
}) {
  return (
    <DetailsMenu
      name="item-menu"
      className={classNames(
        "absolute right-1.5 z-[1] open:z-10",
        isInHead
          ? "top-1.25 pointer-coarse:top-1.75"
          : "top-1.75 pointer-fine:min-[30rem]:group-has-[[name=item][open]]/row:top-3.75",
      )}
    >
      <summary
        aria-label={label}
        title={label}
        className="grid size-7 list-none place-items-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:size-11 pointer-coarse:-mt-1.25 max-[30rem]:pointer-coarse:-mt-2 [&::-webkit-details-marker]:hidden"
      >
        <Ellipsis aria-hidden className="size-4" />
      </summary>
      <div className={classNames(MENU, "right-0 w-44")}>{children}</div>
    </DetailsMenu>
  );
}
