import { BackendError } from "@dossier/backend-client";
import { beforeEach, expect, test, vi } from "vitest";

const findOrg = vi.hoisted(() => vi.fn());
const countWork = vi.hoisted(() => vi.fn());
const loadOrg = vi.hoisted(() => vi.fn());
vi.mock("@/features/orgs/loaders", () => ({ findOrg, loadOrg }));
vi.mock("@/features/inbox/queries", () => ({
  countWork,
  getInboxSide: vi.fn(),
  listInbox: vi.fn(),
}));
vi.mock("@/features/clients/queries", () => ({ listBouncedContacts: vi.fn() }));
vi.mock("@/lib/backend/backend.server", () => ({ getBackend: async () => ({ db: {} }) }));

import { findWorkCounts } from "./loaders";

const refusal = (upstreamCode: string) =>
  new BackendError({ kind: "database", code: "unknown", message: "refused", upstreamCode });

beforeEach(() => {
  findOrg.mockResolvedValue({ id: "1" });
  countWork.mockReset();
});

test("findWorkCounts returns null for users who are not staff of the firm", async () => {
  findOrg.mockResolvedValue(null);
  expect(await findWorkCounts("acme")).toBeNull();
  expect(countWork).not.toHaveBeenCalled();
});

test("findWorkCounts returns null if the user leaves the firm between the query for the firm and the query for its counts", async () => {
  countWork.mockRejectedValue(refusal("not_found"));
  expect(await findWorkCounts("acme")).toBeNull();
});

test("findWorkCounts does not call loadOrg, which throws if the user has just left the firm", async () => {
  countWork.mockResolvedValue({ toReview: 2 });
  expect(await findWorkCounts("acme")).toEqual({ toReview: 2 });
  expect(loadOrg).not.toHaveBeenCalled();
});

test("findWorkCounts throws if the database refuses the counts for a reason other than a missing firm", async () => {
  const error = refusal("insufficient_aal");
  countWork.mockRejectedValue(error);
  await expect(findWorkCounts("acme")).rejects.toBe(error);
});
