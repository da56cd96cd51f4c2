import { expect, test, vi } from "vitest";
import { decideInvitation } from "@/features/team/actions";

const { rpc, sent } = vi.hoisted(() => ({
  rpc: vi.fn(async () => ({ data: {}, error: null })),
  sent: vi.fn(),
}));

vi.mock("next/cache", () => ({ refresh: vi.fn(), revalidatePath: vi.fn() }));
vi.mock("@/lib/email", () => ({ deliverEmailSoon: sent }));
vi.mock("@/lib/backend/backend.server", () => ({
  action:
    (run: (context: unknown, ...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run({ backend: { db: { rpc } }, session: {} }, ...args),
  guestAction: vi.fn(),
}));

test.for([
  ["resend", "You sent the invitation again.", 1],
  ["revoke", "You revoked the invitation.", 0],
] as const)("returns the message of the pressed button: %s", async ([intent, message, emails]) => {
  sent.mockClear();
  const form = new FormData();
  form.set("invitation_id", "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55");
  form.set("intent", intent);
  expect(await decideInvitation(null, form)).toMatchObject({ ok: true, message });
  expect(sent).toHaveBeenCalledTimes(emails);
});
