/** What must be reached: at least (`>=`) or at most (`<=`) this ratio. */
export interface Goal {
  bound: ">=" | "<=";
  ratio: number;
  /** What the ratio means, after the number: `× less`, `×`, `calls`. */
  unit: string;
}

/** One figure: ours beside a peer, and whether the goal is reached. */
export interface Figure {
  /** Name in performance.md, such as `P1`. */
  id: string;
  /** What is measured. */
  name: string;
  ours: string;
  /** The peer's name and value. */
  peer: string;
  ratio: number;
  goal: Goal;
  /** What the figure leaves out. */
  leavesOut: string;
  /** More values taken on the way, for context; no goal applies to them. */
  beside?: readonly string[];
}

/** Whether a figure reaches its goal. */
export function isReached({ ratio, goal }: Figure): boolean {
  return goal.bound === ">=" ? ratio >= goal.ratio : ratio <= goal.ratio;
}

/** Three significant digits at most, and no more than two decimals. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** A figure as one line, then what it leaves out and what stands beside it, indented. */
export function formatFigure(figure: Figure): string {
  const { id, name, ours, peer, ratio, goal, leavesOut, beside = [] } = figure;
  const sign = goal.bound === ">=" ? "≥" : "≤";
  const line = [
    `${id} ${name}`,
    `ours ${ours}`,
    peer,
    `${formatNumber(ratio)}${goal.unit}`,
    `goal ${sign} ${formatNumber(goal.ratio)}${goal.unit}`,
    isReached(figure) ? "ok" : "short",
  ].join(" · ");
  const notes = [`leaves out: ${leavesOut}`, ...beside.map((text) => `beside it: ${text}`)];
  return [line, ...notes.map((note) => `   ${note}`)].join("\n");
}

/** The last line of a run. */
export function formatSummary(figures: readonly Figure[]): string {
  const short = figures.filter((figure) => !isReached(figure)).map(({ id }) => id);
  const reached = `${figures.length - short.length} of ${figures.length} goals reached`;
  return short.length === 0 ? reached : `${reached}; short: ${[...new Set(short)].join(", ")}`;
}
