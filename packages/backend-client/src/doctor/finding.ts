export type Status = "ok" | "warn" | "fail";

/** In the order in which the checks are printed. */
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

/** Never contains a key or a token. */
export interface Finding {
  check: CheckName;
  status: Status;
  found: string;
  fix?: string;
  /** A page of the package, such as `docs/errors/clock_skew.md`. */
  page?: string;
  /** Lines to print unchanged, such as the matcher of the app. */
  lines?: readonly string[];
}

type Text = Omit<Finding, "check" | "status" | "found">;

export function reporter(check: CheckName) {
  const make =
    (status: Status) =>
    (found: string, text: Text = {}): Finding => ({ check, status, found, ...text });
  return { ok: make("ok"), warn: make("warn"), fail: make("fail") };
}
