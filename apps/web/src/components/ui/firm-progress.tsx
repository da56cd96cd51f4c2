import { classNames } from "@/lib/style/class-names";

/** With this many segments or more, gaps would make each segment too narrow. */
const CONTINUOUS_FROM = 25;

/**
 * The position of a segment is its key, so that React keeps the element and the browser animates
 * its `::before`.
 */
const SEGMENT =
  "relative grow overflow-hidden bg-track first:rounded-l-xs last:rounded-r-xs before:absolute before:inset-0 before:origin-left before:bg-firm-fill before:transition-transform before:duration-200 before:ease-out forced-colors:border forced-colors:before:bg-[CanvasText]";

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
            index >= done && "before:[scale:0_1]",
          )}
        />
      ))}
    </div>
  );
}
