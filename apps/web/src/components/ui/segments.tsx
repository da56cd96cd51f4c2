import { classNames } from "@/lib/style/class-names";

/** The number of required items in each state. */
export type Progress = {
  accepted: number;
  submitted: number;
  partial: number;
  returned: number;
  open: number;
  waived: number;
};

export type ListProgress = Progress & {
  /** The number of optional items. */
  optional: number;
  /** The number of items that wait for review, optional items included. */
  waiting: number;
};

const PARTS = ["accepted", "submitted", "partial", "returned", "open", "waived"] as const;

const COLORS: Record<(typeof PARTS)[number], string> = {
  accepted: "fill-success-mark text-success-mark forced-colors:before:bg-[CanvasText]",
  submitted: "fill-accent text-accent forced-colors:before:bg-[Highlight]",
  partial: "fill-warning-mark text-warning-mark",
  returned: "fill-danger-mark text-danger-mark",
  open: "fill-track before:[scale:0_1]",
  waived: "fill-line-strong/55 text-line-strong/55",
};

/**
 * The position of a segment is its key, so that React keeps the element and the browser animates
 * its `::before`.
 */
const SEGMENT =
  "relative grow overflow-hidden rounded-[2px] bg-track first:rounded-l-xs last:rounded-r-xs before:absolute before:inset-0 before:origin-left before:bg-current before:transition-transform before:duration-200 before:ease-out forced-colors:border";

/** With this many segments or more, gaps would make each segment too narrow. */
const CONTINUOUS_FROM = 25;

export const totalOf = (progress: Progress): number =>
  PARTS.reduce((sum, part) => sum + progress[part], 0);

/** If the page does not show the counts as text, pass `label` for screen readers. */
export function Segments({
  progress,
  label,
  isComplete = false,
  className,
}: {
  progress: Progress;
  label?: string;
  isComplete?: boolean;
  className?: string;
}) {
  const total = totalOf(progress);
  const shown: Progress = isComplete
    ? { accepted: Math.max(total, 1), submitted: 0, partial: 0, returned: 0, open: 0, waived: 0 }
    : progress;
  const semantics = label ? { role: "img", "aria-label": label } : { "aria-hidden": true as const };
  if (total >= CONTINUOUS_FROM) {
    let start = 0;
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: The bar has an `aria-label` or is hidden.
      <svg
        {...semantics}
        data-bar
        viewBox={`0 0 ${total} 1`}
        preserveAspectRatio="none"
        className={classNames("h-1.5 w-full rounded-xs forced-colors:border", className)}
      >
        {PARTS.map((part) => {
          const x = start;
          start += shown[part];
          return (
            <rect
              key={part}
              x={x}
              y={0}
              width={shown[part]}
              height={1}
              className={classNames(
                "[transition:x_200ms_ease-out,width_200ms_ease-out]",
                COLORS[part],
              )}
            />
          );
        })}
      </svg>
    );
  }
  return (
    <div {...semantics} data-bar className={classNames("flex h-1.5 gap-0.5", className)}>
      {PARTS.flatMap((part) => Array<typeof part>(shown[part]).fill(part)).map((part, place) => (
        <span key={place} className={classNames(SEGMENT, COLORS[part])} />
      ))}
      {total === 0 && !isComplete ? (
        <span className="grow rounded-xs bg-track forced-colors:border" />
      ) : null}
    </div>
  );
}
