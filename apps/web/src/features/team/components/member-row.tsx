import type { ReactNode } from "react";
import { Monogram } from "@/components/ui/monogram";
import { classNames } from "@/lib/style/class-names";

export const AT_THE_EDGE = "absolute top-3.75 right-0 pointer-coarse:top-3";

/**
 * Wraps a long name instead of truncating it. The name of an invitation is an email address, and a
 * truncated address might not identify the person.
 */
export function MemberRow({
  id,
  name,
  imageUrl = null,
  mark,
  detail,
  button = "text",
  children,
}: {
  id: string;
  name: string;
  imageUrl?: string | null;
  mark?: ReactNode;
  detail: ReactNode;
  button?: "text" | "more" | "none";
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "grid min-h-8 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 pointer-coarse:min-h-11 md:grid-cols-[auto_minmax(0,1fr)_9.25rem]",
        // A row without a button keeps the button's space empty, so that all roles are in one
        // column.
        { text: "pr-24 md:pr-28", more: "pr-14 md:pr-28", none: "md:pr-28" }[button],
      )}
    >
      {/* The margin centers the picture next to the first line of the name and of the detail. */}
      <Monogram id={id} name={name} shape="person" imageUrl={imageUrl} className="mt-1.25" />
      <div className="min-w-0">
        <p className="flex font-semibold">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {mark}
        </p>
        <p className="text-xs wrap-anywhere text-ink-muted">{detail}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 max-md:col-start-2 md:self-center">
        {children}
      </div>
    </div>
  );
}
