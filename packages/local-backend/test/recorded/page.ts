export interface Outcome {
  call: string;
  real: string;
  ours: string;
  /** Why the responses may differ, or why the call cannot be repeated. */
  reason?: string;
}

export interface Comparison {
  title: string;
  about: string;
  outcomes: readonly Outcome[];
}

type Verdict = "same" | "declared" | "not made" | "different";

function verdictOf({ real, ours, reason }: Outcome): Verdict {
  if (reason !== undefined && ours === "") return "not made";
  if (real === ours) return "same";
  return reason === undefined ? "different" : "declared";
}

export const undeclared = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter((outcome) => verdictOf(outcome) === "different");

export const outdated = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ real, ours, reason }) => reason !== undefined && real === ours);

/** Escapes control characters, because Git treats a file that contains them as binary. */
const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);

function table(outcomes: readonly Outcome[]): string[] {
  return [
    "| Call | Real answer | Ours | |",
    "|---|---|---|---|",
    ...outcomes.map((outcome) => {
      const { call, real, ours, reason } = outcome;
      const note = [verdictOf(outcome), reason].filter((part) => part !== undefined).join(": ");
      return `| ${cell(call)} | ${cell(real)} | ${cell(real === ours ? "" : ours)} | ${cell(note)} |`;
    }),
  ];
}

export function renderPage({ title, about, outcomes }: Comparison): string {
  const of = (verdict: Verdict) => outcomes.filter((outcome) => verdictOf(outcome) === verdict);
  const counts = (["same", "declared", "not made", "different"] as const)
    .map((verdict) => `${of(verdict).length} ${verdict}`)
    .join(", ");
  const sections: [string, Outcome[]][] = [
    ["Different", of("different")],
    ["Declared differences", of("declared")],
    ["Calls that were not made", of("not made")],
    ["The same", of("same")],
  ];
  const lines = sections
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([heading, rows]) => ["", `## ${heading}`, "", ...table(rows)]);
  return [`# ${title}`, "", about, "", `${outcomes.length} calls: ${counts}.`, ...lines, ""].join(
    "\n",
  );
}
