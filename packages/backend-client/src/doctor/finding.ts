export type Status = "ok" | "warn" | "fail";

/** The checks, in the order in which they are printed. */
export const CHECKS = [
  "variables",
  "secrets",
  "project",
  "keys",
  "clock",
  "versions",
  "matcher",
  "protect",
  "address",
  "migrate",
  "handlers",
  "cookies",
  "policy",
  "guards",
] as const;

export type CheckName = (typeof CHECKS)[number];

/** One entry of the report. An entry never contains a key or a token. */
export interface Finding {
  check: CheckName;
  status: Status;
  /** The result of the check, in one or more sentences. */
  found: string;
  /** The next step. Absent if there is nothing to do. */
  fix?: string;
  /** A documentation page of the package about the finding, such as `docs/errors/clock_skew.md`. */
  page?: string;
  /** Lines to print unchanged, such as the matcher of the app. */
  lines?: readonly string[];
}

type Text = Omit<Finding, "check" | "status" | "found">;

/** Returns three functions that create the findings of one check, one function per status. */
export function reporter(check: CheckName) {
  const make =
    (status: Status) =>
    (found: string, text: Text = {}): Finding => ({ check, status, found, ...text });
  return { ok: make("ok"), warn: make("warn"), fail: make("fail") };
}
