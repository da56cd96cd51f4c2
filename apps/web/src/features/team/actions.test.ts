import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import {
  decideInvitation,
  decideMember,
  inviteMemberAgain,
  join,
  saveRole,
  sendJoinCode,
} from "@/features/team/actions";

const { rpc, sent } = vi.hoisted(() => ({
  rpc: vi.fn(
    async (_name: string): Promise<{ data: unknown; error: unknown }> => ({
      data: {},
      error: null,
    }),
  ),
  sent: vi.fn(),
}));

vi.mock("next/cache", () => ({ refresh: vi.fn(), revalidatePath: vi.fn() }));
vi.mock("@/lib/backend/deliver-email.server", () => ({ deliverEmailSoon: sent }));
vi.mock("@/lib/backend/backend.server", () => ({
  action:
    (run: (context: unknown, ...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run({ backend: { db: { rpc } }, session: { claims: { sub: "mia" } } }, ...args),
  guestAction:
    (run: (context: unknown, ...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run({ backend: { anonymous: { db: { rpc } } } }, ...args),
}));

test.for([
  ["resend", "You sent the invitation again.", 1],
  ["revoke", undefined, 0],
] as const)(
  "decideInvitation returns a message and delivers an email only if staff resend the invitation: %s",
  async ([intent, message, emails]) => {
    sent.mockClear();
    const form = new FormData();
    form.set("invitation_id", "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55");
    form.set("intent", intent);
    expect(await decideInvitation(null, form)).toMatchObject({ ok: true, message });
    expect(sent).toHaveBeenCalledTimes(emails);
  },
);

test("inviteMemberAgain creates a new invitation if the expired invitation was closed", async () => {
  rpc.mockClear();
  rpc.mockResolvedValueOnce({
    data: null,
    error: new BackendError({
      kind: "database",
      code: "unknown",
      upstreamCode: "invitation_closed",
      message: "x",
      status: 409,
    }),
  });
  const form = new FormData();
  form.set("invitation_id", "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55");
  form.set("org_id", "0b9d7f2c-31a4-4c1f-8f57-2a9c6be1d0a3");
  form.set("email", "lee@firm.example");
  form.set("role", "member");
  expect(await inviteMemberAgain(null, form)).toMatchObject({ ok: true });
  expect(rpc.mock.calls.map(([name]) => name)).toEqual(["resend_invitation", "create_invitation"]);
});

test.for([
  [
    "a role that would make another person the owner of a sixth firm",
    saveRole,
    { role: "owner" },
    "This person already owns 5 firms, the most that one person can own. Choose another role, or ask them to delete or leave a firm first.",
  ],
  [
    "the access of a suspended owner of five other firms",
    decideMember,
    { intent: "restore" },
    "This person already owns 5 firms, the most that one person can own. To restore their access as an owner, first ask them to delete or leave a firm.",
  ],
  [
    "an invitation that would make the invited person the owner of a sixth firm",
    join,
    {},
    "You can own at most 5 firms. To own another, first delete or leave one.",
  ],
] as const)("an error about %s addresses the reader", async ([_, action, fields, message]) => {
  rpc.mockResolvedValueOnce({
    data: null,
    error: new BackendError({
      kind: "database",
      code: "unknown",
      upstreamCode: "limit_reached",
      message: "x",
      status: 409,
      details: { limit: 5, what: "orgs" },
    }),
  });
  const form = new FormData();
  form.set("org_id", "0b9d7f2c-31a4-4c1f-8f57-2a9c6be1d0a3");
  form.set("user_id", "2c8de5a1-7c1b-4f5e-9d3a-0c2b8f7a1e55");
  form.set("invitation_id", "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect(await action(null, form)).toMatchObject({ ok: false, message });
});

const INVITATION = {
  ...{ firm: "Harbour & Lane", logo_path: null, role: "member" },
  ...{ state: "pending", email_masked: "n•••@n…" },
};

test.for([
  ["to another address", INVITATION, "Enter the address that the invitation was sent to: n•••@n…"],
  [
    "that no longer exists",
    { ...INVITATION, state: "missing", firm: null, role: null, email_masked: null },
    "This invitation is no longer valid. Ask for a new one.",
  ],
] as const)(
  "sendJoinCode sends no code for an invitation %s, and says what to do",
  async ([_, invitation, message]) => {
    rpc.mockResolvedValueOnce({ data: invitation, error: null });
    const form = new FormData();
    form.set("email", "somebody@else.example");
    const id = "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55";
    expect(await sendJoinCode(id, null, form)).toMatchObject({
      ok: false,
      fieldErrors: { email: message },
    });
  },
);
