import { beforeEach, expect, test, vi } from "vitest";
import { loadAudit } from "@/features/audit/loaders";

const { count, list } = vi.hoisted(() => ({ count: vi.fn(), list: vi.fn() }));

vi.mock("@/features/orgs/loaders", () => ({ loadManagedOrg: async () => ({ id: "firm" }) }));
vi.mock("@/lib/backend/backend.server", () => ({ getBackend: async () => ({ db: {} }) }));
vi.mock("@/features/audit/queries", () => ({
  PAGE_SIZE: 50,
  MAX_PEOPLE: 500,
  countAuditEvents: count,
  listAuditEvents: list,
  listAuditPeople: async () => [],
  readNames: async () => ({ people: new Map() }),
}));

const PAGE = { events: [{ id: 7 }], newerThan: 7, olderThan: null };

beforeEach(() => {
  list.mockReset().mockResolvedValue(PAGE);
  count.mockReset().mockImplementation(async (_db, _orgId, after?: number) => {
    return after === undefined ? 20 : 3;
  });
});

test("loadAudit counts the events that are newer than the events on the page", async () => {
  const before = await loadAudit("firm", { before: 8 });
  expect(before).toMatchObject({ newerThan: 7, olderThan: null });
  expect(before.extent).toMatchObject({ skipped: 3, rows: 1, total: 20 });
  expect((await loadAudit("firm", { after: 6 })).extent.skipped).toBe(2);
});

test("loadAudit does not count newer events if the list is filtered, because a filtered list shows no row numbers", async () => {
  await loadAudit("firm", { before: 8, kind: "files" });
  expect(count.mock.calls).toEqual([[{}, "firm"]]);
});
