import { BackendError } from "@dossier/backend-client";
import { beforeEach, expect, test, vi } from "vitest";

const getPublicRequest = vi.hoisted(() => vi.fn());
vi.mock("@/features/portal/queries", () => ({ getPublicRequest }));
vi.mock("@/lib/backend/backend.server", () => ({
  getBackend: async () => ({ anonymous: { db: {} } }),
}));

import { findPublicRequest } from "./loaders";

beforeEach(() => void getPublicRequest.mockReset());

test("findPublicRequest returns null during an outage, so that the help page still opens", async () => {
  getPublicRequest.mockRejectedValue(
    new BackendError({ kind: "network", code: "unreachable", message: "x" }),
  );
  expect(await findPublicRequest("abc")).toBeNull();
});

test("findPublicRequest throws any error that is not an outage", async () => {
  const error = new BackendError({
    kind: "database",
    code: "unknown",
    message: "x",
    upstreamCode: "22P02",
  });
  getPublicRequest.mockRejectedValue(error);
  await expect(findPublicRequest("abc")).rejects.toBe(error);
});
