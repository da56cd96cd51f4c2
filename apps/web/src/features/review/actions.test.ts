import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { decide, undo, undoInForm } from "@/features/review/actions";

const { rpc, refresh } = vi.hoisted(() => ({ rpc: vi.fn(), refresh: vi.fn() }));

vi.mock("next/cache", () => ({ refresh, revalidatePath: vi.fn() }));
vi.mock("@/lib/backend/deliver-email.server", () => ({ deliverEmailSoon: vi.fn() }));
vi.mock("@/lib/backend/backend.server", () => ({
  action:
    (run: (context: unknown, ...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run({ backend: { db: { rpc } }, session: {} }, ...args),
}));

const ITEM = "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55";

function conflict() {
  rpc.mockResolvedValueOnce({
    data: null,
    error: new BackendError({
      kind: "database",
      code: "unknown",
      upstreamCode: "version_conflict",
      message: "x",
      status: 409,
      details: { name: "Ben Oduya" },
    }),
  });
}

test.each([
  ["a decision", (form: FormData) => decide(null, form)],
  ["undoing a decision in the form", (form: FormData) => undoInForm(null, form)],
  ["undoing a decision in the toast", () => undo({ itemId: ITEM, version: 2 })],
])(
  "%s after another member’s decision returns an error that names the member and the next step",
  async (_, run) => {
    conflict();
    const form = new FormData();
    form.set("item_id", ITEM);
    form.set("version", "2");
    form.set("decision", "accepted");
    expect(await run(form)).toMatchObject({
      ok: false,
      message: "Ben Oduya already changed this. Check the item before you try again.",
    });
    expect(refresh).toHaveBeenCalled();
  },
);
