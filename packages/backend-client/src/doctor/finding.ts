export type Status = "ok" | "warn" | "fail";

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

/** A finding never contains a key or a token. */
export interface Finding {
  check: CheckName;
  status: Status;
  found: string;
  fix?: string;
  page?: string;
  lines?: readonly string[];
}

type Text = Omit<Finding, "check" | "status" | "found">;

export function reporter(check: CheckName) {
  const make =
    (status: Status) =>
    (found: string, text: Text = {}): Finding => ({ check, status, found, ...text });
  return { ok: make("ok"), warn: make("warn"), fail: make("fail") };
}
