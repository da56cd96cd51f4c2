import { createOtp, hashOtp, PKCE_PREFIX } from "./codes.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import type { EmailKind } from "./default-emails.ts";
import { type OneTimeTokenType, storeOneTimeToken } from "./one-time-tokens.ts";
import { tooManyEmails } from "./rate-limit.ts";
import { presentUser } from "./user-json.ts";
import { type UserChanges, type UserRow, updateUser } from "./users.ts";

type CodeEmailKind = Exclude<EmailKind, "email_change">;

interface CodeEmailPlan {
  type: OneTimeTokenType;
  sentAt: "confirmation_sent_at" | "recovery_sent_at" | "reauthentication_sent_at";
}

const ACTION_TYPES: Readonly<Record<CodeEmailKind, string>> = {
  confirmation: "signup",
  invite: "invite",
  recovery: "recovery",
  magic_link: "magiclink",
  reauthentication: "reauthentication",
};

const PLANS: Readonly<Record<CodeEmailKind, CodeEmailPlan>> = {
  confirmation: { type: "confirmation_token", sentAt: "confirmation_sent_at" },
  invite: { type: "confirmation_token", sentAt: "confirmation_sent_at" },
  recovery: { type: "recovery_token", sentAt: "recovery_sent_at" },
  magic_link: { type: "recovery_token", sentAt: "recovery_sent_at" },
  reauthentication: { type: "reauthentication_token", sentAt: "reauthentication_sent_at" },
};

interface CodeRequest {
  kind: CodeEmailKind;
  user: UserRow;
  redirectTo: string;
  isPkce?: boolean;
  data?: Readonly<Record<string, unknown>>;
}

/**
 * Replaces the user's earlier code of the same token type. A magic link and a recovery share a
 * token type.
 */
export async function sendCode(
  auth: AuthContext,
  tx: AuthTransaction,
  request: CodeRequest,
): Promise<UserRow> {
  const { user, kind } = request;
  const plan = PLANS[kind];
  if (kind !== "invite") checkFrequency(auth, user[plan.sentAt]);
  auth.limits.countEmail();
  const { otp, hash } = createCode(auth, user.email ?? "", request.isPkce ?? false);
  const now = auth.now();
  await storeOneTimeToken(tx, {
    userId: user.id,
    type: plan.type,
    hash,
    relatesTo: user.email ?? "",
    createdAt: now,
  });
  const changes: UserChanges = { [plan.sentAt]: now };
  if (kind === "invite") changes.invited_at = now;
  const updated = await updateUser(tx, user.id, changes, now);
  if (auth.hook !== undefined) {
    // Call the hook inside the transaction, so that its failure rolls back the new code.
    await auth.hook.send(await presentUser(tx, updated), {
      token: otp,
      token_hash: hash,
      redirect_to: request.redirectTo,
      email_action_type: ACTION_TYPES[kind],
    });
    return updated;
  }
  tx.afterCommit(() =>
    auth.mailer.send({
      kind,
      to: user.email ?? "",
      otp,
      hash,
      redirectTo: request.redirectTo,
      email: user.email ?? "",
      data: { ...user.raw_user_meta_data, ...request.data },
    }),
  );
  return updated;
}

export async function sendEmailChange(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { user: UserRow; newEmail: string; redirectTo: string; isPkce: boolean },
): Promise<UserRow> {
  const { user, newEmail } = request;
  checkFrequency(auth, user.email_change_sent_at);
  const recipients: { address: string; type: OneTimeTokenType }[] = [
    { address: newEmail, type: "email_change_token_new" },
  ];
  if (auth.config.email.double_confirm_changes && user.email) {
    recipients.push({ address: user.email, type: "email_change_token_current" });
  }
  const now = auth.now();
  const codes: { to: string; otp: string; hash: string }[] = [];
  for (const { address, type } of recipients) {
    auth.limits.countEmail();
    const { otp, hash } = createCode(auth, address, request.isPkce);
    await storeOneTimeToken(tx, {
      userId: user.id,
      type,
      hash,
      relatesTo: address,
      createdAt: now,
    });
    codes.push({ to: address, otp, hash });
  }
  const updated = await updateUser(
    tx,
    user.id,
    { email_change: newEmail, email_change_sent_at: now, email_change_confirm_status: 0 },
    now,
  );
  if (auth.hook !== undefined) {
    await callWithChange(auth, tx, { user: updated, codes, redirectTo: request.redirectTo });
    return updated;
  }
  for (const code of codes) {
    tx.afterCommit(() =>
      auth.mailer.send({
        kind: "email_change",
        ...code,
        redirectTo: request.redirectTo,
        email: user.email ?? "",
        newEmail,
        data: user.raw_user_meta_data ?? {},
      }),
    );
  }
  return updated;
}

/**
 * Contrary to their names, `token_hash_new` belongs to the current address and `token_hash` to the
 * new one, as on hosted Supabase. If only the new address gets a code, `token` contains that code.
 */
async function callWithChange(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { user: UserRow; codes: { otp: string; hash: string }[]; redirectTo: string },
): Promise<void> {
  const [forNew, forCurrent] = request.codes;
  await auth.hook?.send(await presentUser(tx, request.user), {
    token: (forCurrent ?? forNew)?.otp ?? "",
    token_hash: forNew?.hash ?? "",
    ...(forCurrent ? { token_new: forNew?.otp ?? "", token_hash_new: forCurrent.hash } : {}),
    redirect_to: request.redirectTo,
    email_action_type: "email_change",
  });
}

export function createCode(auth: AuthContext, address: string, isPkce: boolean) {
  const otp = createOtp(auth.config.email.otp_length);
  const hash = hashOtp(address, otp);
  return { otp, hash: isPkce ? PKCE_PREFIX + hash : hash };
}

function checkFrequency(auth: AuthContext, lastSentAt: Date | null): void {
  if (lastSentAt === null) return;
  const nextAt = lastSentAt.getTime() + auth.config.email.max_frequency * 1000;
  const waitSeconds = Math.ceil((nextAt - auth.now().getTime()) / 1000);
  if (waitSeconds <= 0) return;
  throw tooManyEmails(
    `For security purposes, you can only request this after ${waitSeconds} seconds.`,
  );
}
