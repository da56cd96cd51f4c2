/** One recorded call and what the local backend answers to it. */
export interface Outcome {
  /** Name of the call in the recording. */
  call: string;
  /** What the real service answered: status, code and headers that clients use. */
  real: string;
  /** What the local backend answered, in the same form; empty for a call that was not made. */
  ours: string;
  /** Why the answers may differ, or why the call cannot be made again. */
  reason?: string;
}

/** The outcomes of one service. */
export interface Comparison {
  /** Heading of the page. */
  title: string;
  /** What was compared and what was left out, as Markdown. */
  about: string;
  outcomes: readonly Outcome[];
}

type Verdict = "same" | "declared" | "not made" | "different";

function verdictOf({ real, ours, reason }: Outcome): Verdict {
  if (reason !== undefined && ours === "") return "not made";
  if (real === ours) return "same";
  return reason === undefined ? "different" : "declared";
}

/** The calls whose answers differ without a reason. A test asserts that there are none. */
export const undeclared = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter((outcome) => verdictOf(outcome) === "different");

/** Calls that are declared as different but have the same answer: the declaration is to be removed. */
export const outdated = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ real, ours, reason }) => reason !== undefined && real === ours);

/** Git shows a file with a control character as binary. */
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

/** Renders the compatibility page of one service: the counts, the differences, then all calls. */
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
