import { classNames } from "@/lib/class-names";

/** Minimum number of segments for a bar without gaps. */
const CONTINUOUS_FROM = 25;

/**
 * An empty segment with a fill above it. The fill grows when the item is done. A segment keeps its
 * place, so that the browser sees the change.
 */
const SEGMENT =
  "relative grow overflow-hidden bg-track first:rounded-l-xs last:rounded-r-xs before:absolute before:inset-0 before:origin-left before:bg-firm-fill before:transition-transform before:duration-200 before:ease-out forced-colors:border forced-colors:before:bg-[CanvasText]";

/** A bar in the color of the firm, with one segment for each item. */
export function ProgressBar({ done, total }: { done: number; total: number }) {
  return (
    <div
      aria-hidden
      data-bar
      className={classNames(
        "flex h-2 overflow-hidden rounded-xs",
        total < CONTINUOUS_FROM && "gap-0.75",
      )}
    >
      {Array.from({ length: total }, (_, index) => (
        <span
          key={index}
          className={classNames(
            SEGMENT,
            total < CONTINUOUS_FROM && "rounded-[2px]",
            index >= done && "before:scale-x-0",
          )}
        />
      ))}
    </div>
  );
}
