import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { importClients } from "@/features/clients/actions";

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }));

vi.mock("next/cache", () => ({ refresh: vi.fn(), revalidatePath: vi.fn() }));
vi.mock("@/lib/backend/deliver-email.server", () => ({ deliverEmailSoon: vi.fn() }));
vi.mock("@/lib/backend/backend.server", () => ({
  action:
    (run: (context: unknown, ...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run({ backend: { db: { rpc } }, session: {} }, ...args),
}));

test.each([
  [
    "is too large if the database measures more than 1 MB",
    { rule: "length", min: 1, max: 1_000, max_bytes: 1_048_576 },
    "This list is larger than 1\u00a0MB. Split it and import each part.",
  ],
  [
    "must be imported again if another member just added a reference",
    { rule: "unique" },
    "Someone just added one of these references. Import the list again.",
  ],
])("importClients says that the list %s", async (_, details, csv) => {
  rpc.mockResolvedValueOnce({
    data: null,
    error: new BackendError({
      kind: "database",
      code: "unknown",
      upstreamCode: "validation_failed",
      message: "x",
      status: 422,
      details: { field: "rows", ...details },
    }),
  });
  const form = new FormData();
  form.set("org_id", "0b9d7f2c-31a4-4c1f-8f57-2a9c6be1d0a3");
  form.set("csv", "name\nQuill & Press");
  expect(await importClients(null, form)).toMatchObject({ ok: false, fieldErrors: { csv } });
});
