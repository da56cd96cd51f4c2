"use client";

import type { ReactNode } from "react";
import type { Item } from "@/features/items/types";
import { useViewerSelection } from "@/features/review/components/viewer-selection";
import type { ReviewFile } from "@/features/review/types";
import { type FilePair, visiblePairs } from "@/features/review/viewer/pairs";
import { classNames } from "@/lib/style/class-names";

/** The bar cuts a longer title to two lines, so this component repeats it. Unit: characters. */
const SHOWN_IN_BAR = 40;

/**
 * On phones, the bar shows a short title and the viewer shows the help text above an answer without
 * files, so this component hides them.
 */
export function ItemIntro({
  item,
  pairs,
  children,
}: {
  item: Pick<Item, "title" | "help">;
  pairs: readonly FilePair<ReviewFile>[];
  children: ReactNode;
}) {
  const { isCompared } = useViewerSelection();
  const isWritten = visiblePairs(pairs, isCompared).length === 0;
  return (
    <header className="[&>:first-child]:mt-0">
      {/* The title is not a heading, because the bar at the top of the page already contains
          the heading. */}
      <p
        data-item-title
        className={classNames(
          "text-lg font-heading break-words",
          isWritten && item.title.length <= SHOWN_IN_BAR && "max-md:hidden",
        )}
      >
        {item.title}
      </p>
      {children}
      {item.help ? (
        <p
          dir="auto"
          className={classNames(
            "mt-2 text-xs break-words whitespace-pre-wrap text-ink-muted",
            isWritten && "max-md:hidden",
          )}
        >
          {item.help}
        </p>
      ) : null}
    </header>
  );
}
