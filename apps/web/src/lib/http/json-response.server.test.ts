import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { respondJson } from "./json-response.server";

vi.mock("@/lib/backend/backend.server", () => ({
  getSession: async () => ({ status: "authenticated" }),
}));
vi.mock("@/lib/http/request-path.server", () => ({ requestPath: async () => "/o/firm/counts" }));

const refused = (upstreamCode: string) =>
  new BackendError({ kind: "database", code: "P0001" as never, message: "failed", upstreamCode });
const fail = (error: Error) => respondJson(() => Promise.reject(error));

test("respondJson returns the data, redirects a user who must sign in or enter a second factor, and returns 503 during an outage and 500 for any other error", async () => {
  expect(await (await respondJson(async () => ({ toReview: 2 }))).json()).toEqual({ toReview: 2 });
  await expect(fail(refused("session_ended"))).rejects.toMatchObject({
    digest: expect.stringContaining("/session-ended?next=%2Fo%2Ffirm%2Fcounts"),
  });
  const gone = new BackendError({ kind: "auth", code: "session_missing", message: "failed" });
  await expect(fail(gone)).rejects.toMatchObject({
    digest: expect.stringContaining("/session-ended?next=%2Fo%2Ffirm%2Fcounts"),
  });
  await expect(fail(refused("insufficient_aal"))).rejects.toMatchObject({
    digest: expect.stringContaining("/mfa?next=%2Fo%2Ffirm%2Fcounts"),
  });
  expect((await fail(refused("other"))).status).toBe(500);
  const lost = new BackendError({
    kind: "network",
    code: "service_unavailable" as never,
    message: "failed",
  });
  expect((await fail(lost)).status).toBe(503);
});
