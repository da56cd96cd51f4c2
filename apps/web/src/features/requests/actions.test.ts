import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { remindNow } from "@/features/requests/actions";

const { rpc, refresh } = vi.hoisted(() => ({ rpc: vi.fn(), refresh: vi.fn() }));

vi.mock("next/cache", () => ({ refresh, revalidatePath: vi.fn() }));
vi.mock("@/lib/backend/deliver-email.server", () => ({ deliverEmailSoon: vi.fn() }));
vi.mock("@/lib/backend/backend.server", () => ({
  action:
    (run: (context: unknown, ...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run({ backend: { db: { rpc } }, session: {} }, ...args),
}));

test("a reminder that is refused because nothing is left to send returns this reason", async () => {
  rpc.mockResolvedValueOnce({
    data: null,
    error: new BackendError({
      kind: "database",
      code: "unknown",
      upstreamCode: "invalid_transition",
      message: "x",
      status: 409,
      details: { status: "open" },
    }),
  });
  const form = new FormData();
  form.set("request_id", "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55");
  expect(await remindNow(null, form)).toMatchObject({
    ok: false,
    message: "The client has sent everything that is needed.",
  });
  expect(refresh).toHaveBeenCalled();
});
