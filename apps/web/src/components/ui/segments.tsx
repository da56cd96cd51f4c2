import { classNames } from "@/lib/class-names";

/** Numbers of required items by status. */
export type Progress = {
  accepted: number;
  submitted: number;
  partial: number;
  returned: number;
  open: number;
  waived: number;
};

/** Listed in the order of the bar's segments. */
const PARTS = ["accepted", "submitted", "partial", "returned", "open", "waived"] as const;

const COLORS: Record<(typeof PARTS)[number], string> = {
  accepted: "bg-success-mark fill-success-mark forced-colors:bg-[CanvasText]",
  submitted: "bg-accent fill-accent forced-colors:bg-[Highlight]",
  partial: "bg-warning-mark fill-warning-mark",
  returned: "bg-danger-mark fill-danger-mark",
  open: "bg-track fill-track",
  waived: "bg-line-strong/55 fill-line-strong/55",
};

/** If the bar has this many items or more, its segments are too narrow to tell apart. */
const CONTINUOUS_FROM = 25;

export const totalOf = (progress: Progress): number =>
  PARTS.reduce((sum, part) => sum + progress[part], 0);

/**
 * A bar with one segment per required item, ordered by status. It needs its counts in words: next to
 * it, or as `label` for screen readers.
 */
export function Segments({
  progress,
  label,
  isComplete = false,
  className,
}: {
  progress: Progress;
  /** A text for screen readers. Leave it out if words next to the bar show the counts. */
  label?: string;
  /** True for a complete request: the whole bar is green. */
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
      // biome-ignore lint/a11y/noSvgWithoutTitle: its name is `aria-label`, or it is hidden
      <svg
        {...semantics}
        viewBox={`0 0 ${total} 1`}
        preserveAspectRatio="none"
        className={classNames("h-1.5 w-full rounded-xs forced-colors:border", className)}
      >
        {PARTS.map((part) => {
          const x = start;
          start += shown[part];
          return (
            <rect key={part} x={x} y={0} width={shown[part]} height={1} className={COLORS[part]} />
          );
        })}
      </svg>
    );
  }
  return (
    <div {...semantics} className={classNames("flex h-1.5 gap-0.5", className)}>
      {PARTS.flatMap((part) =>
        Array.from({ length: shown[part] }, (_, index) => (
          <span
            key={`${part}-${index}`}
            className={classNames(
              "grow rounded-[2px] first:rounded-l-xs last:rounded-r-xs forced-colors:border",
              COLORS[part],
            )}
          />
        )),
      )}
      {total === 0 && !isComplete ? <span className="grow rounded-xs bg-track" /> : null}
    </div>
  );
}
