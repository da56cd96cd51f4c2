import { BackendError } from "@dossier/backend-client";
import { beforeEach, expect, test, vi } from "vitest";
import { outageOf } from "./outage.server";

const getSession = vi.hoisted(() => vi.fn());
vi.mock("@/lib/backend/backend.server", () => ({ getSession }));

const failure = (kind: "auth" | "database" | "network", code: string) =>
  new BackendError({ kind, code: code as never, message: "failed" });

beforeEach(() => {
  getSession.mockResolvedValue({ status: "authenticated" });
});

test("outageOf treats a call that reached no service as an outage, but not a call that the database refused", async () => {
  const lost = failure("network", "service_unavailable");
  expect(await outageOf(lost)).toBe(lost);
  expect(await outageOf(failure("database", "42501"))).toBeNull();
});

test.each([
  ["PGRST000", 503],
  ["PGRST003", 504],
  ["53300", 503],
] as const)(
  "outageOf treats PostgREST’s error %s, which means that it cannot use the database, as an outage",
  async (code, status) => {
    const error = new BackendError({ kind: "database", code, status, message: "failed" });
    expect(await outageOf(error)).toBe(error);
  },
);

test("outageOf treats the error of a failed session check as an outage, but not a database error on the same page", async () => {
  const error = failure("auth", "clock_skew");
  getSession.mockResolvedValue({ status: "unavailable", error });
  expect(await outageOf(error)).toBe(error);
  expect(await outageOf(failure("database", "42501"))).toBeNull();
});

test("outageOf does not treat a redirect by Next as an outage", async () => {
  expect(await outageOf(new Error("NEXT_REDIRECT"))).toBeNull();
});
