export interface Outcome {
  passed: number;
  /** Failed tests, and tests that did not run because of a failure. */
  failed: string[];
  cannotRun: { name: string; reason: string }[];
}

export const noReport = (suite: string): Outcome => ({
  passed: 0,
  failed: [`${suite} ended without a report`],
  cannotRun: [],
});

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      status: "expected" | "unexpected" | "flaky" | "skipped";
      annotations: { type: string; description?: string }[];
    }[];
  }[];
}

export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: unknown[];
}

/** Reads a report. A flaky test, which passed only on a second attempt, counts as failed. */
export function readPlaywright(report: PlaywrightReport): Outcome {
  const outcome: Outcome = { passed: 0, failed: [], cannotRun: [] };
  const read = (suite: PlaywrightSuite, path: string) => {
    for (const spec of suite.specs) {
      const name = `${path} › ${spec.title}`;
      for (const { status, annotations } of spec.tests) {
        const reason = annotations.find(({ type }) => type === "skip")?.description;
        if (status === "expected") outcome.passed += 1;
        else if (status === "skipped" && reason) outcome.cannotRun.push({ name, reason });
        else outcome.failed.push(status === "skipped" ? `${name} (not run)` : name);
      }
    }
    for (const inner of suite.suites ?? []) read(inner, `${path} › ${inner.title}`);
  };
  for (const suite of report.suites) read(suite, suite.title);
  if (report.errors.length > 0)
    outcome.failed.push(`${report.errors.length} errors outside a test`);
  return outcome;
}

export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
    cannotRun: outcomes.flatMap(({ cannotRun }) => cannotRun),
  };
}

export function describe({ passed, failed, cannotRun }: Outcome): string {
  return [
    ...failed.map((name) => `Failed: ${name}`),
    ...cannotRun.map(({ name, reason }) => `Cannot run (${reason}): ${name}`),
    `${passed} passed, ${failed.length} failed, ${cannotRun.length} cannot run`,
  ].join("\n");
}
