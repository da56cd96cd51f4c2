import { classNames } from "@/lib/class-names";

/** Minimum number of segments for a bar without gaps. */
const CONTINUOUS_FROM = 25;

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
            "grow first:rounded-l-xs last:rounded-r-xs",
            total < CONTINUOUS_FROM && "rounded-[2px]",
            index < done
              ? "bg-firm-fill forced-colors:bg-[CanvasText]"
              : "bg-track forced-colors:border",
          )}
        />
      ))}
    </div>
  );
}
