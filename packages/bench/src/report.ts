export interface Goal {
  bound: ">=" | "<=";
  ratio: number;
  unit: string;
}

export interface Figure {
  id: string;
  name: string;
  ours: string;
  peer: string;
  ratio: number;
  goal: Goal;
  /** States what the figure excludes and how it was measured. */
  leavesOut: string;
  comparisons?: readonly string[];
}

export function isReached({ ratio, goal }: Figure): boolean {
  return goal.bound === ">=" ? ratio >= goal.ratio : ratio <= goal.ratio;
}

export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function formatFigure(figure: Figure): string {
  const { id, name, ours, peer, ratio, goal, leavesOut, comparisons = [] } = figure;
  const sign = goal.bound === ">=" ? "≥" : "≤";
  const line = [
    `${id} ${name}`,
    `ours ${ours}`,
    peer,
    `${formatNumber(ratio)}${goal.unit}`,
    `goal ${sign} ${formatNumber(goal.ratio)}${goal.unit}`,
    isReached(figure) ? "ok" : "short",
  ].join(" · ");
  const notes = [`note: ${leavesOut}`, ...comparisons.map((text) => `for comparison: ${text}`)];
  return [line, ...notes.map((note) => `   ${note}`)].join("\n");
}

export function formatSummary(figures: readonly Figure[]): string {
  const short = figures.filter((figure) => !isReached(figure)).map(({ id }) => id);
  const reached = `${figures.length - short.length} of ${figures.length} goals reached`;
  return short.length === 0 ? reached : `${reached}; short: ${[...new Set(short)].join(", ")}`;
}
