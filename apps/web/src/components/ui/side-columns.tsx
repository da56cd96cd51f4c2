import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

/**
 * A page's content with a column of 352 px on the right. The border of the column extends to the
 * end of the sheet. Below 1,200 px, the column is under the content.
 */
export function SideColumns({
  className,
  children,
}: {
  className?: string;
  /** The content and the column. */
  children: ReactNode;
}) {
  return (
    <div
      data-fills-sheet
      className={classNames(
        "bleed side:-mb-10 side:grid side:grow side:grid-cols-[minmax(0,1fr)_22rem] print:mb-0 print:flex print:flex-col",
        className,
      )}
    >
      {children}
    </div>
  );
}
