import { changeEmail } from "./change-email.ts";
import { hashOtp, PKCE_PREFIX } from "./codes.ts";
import { confirmEmail, confirmUser } from "./confirm.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError, expiredOtp, invalid } from "./errors.ts";
import { notify } from "./notifications.ts";
import {
  deleteOneTimeTokens,
  findOneTimeToken,
  type OneTimeToken,
  type OneTimeTokenType,
} from "./one-time-tokens.ts";
import type { AuthenticationMethod } from "./sessions.ts";
import { isBanned, lockUser, type UserRow, updateUser } from "./users.ts";

const TOKEN_TYPES: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  email: ["confirmation_token", "recovery_token"],
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  magiclink: ["recovery_token"],
  recovery: ["recovery_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
};

/** All types except the reauthentication code, which stays valid after a sign-in. */
const EMAILED_CODES: readonly OneTimeTokenType[] = [
  "confirmation_token",
  "recovery_token",
  "email_change_token_new",
  "email_change_token_current",
];

const CONFIRMED_ONCE = 1;

export type Proof = { email: string; token: string } | { tokenHash: string };

/** `half_confirmed`: the email change still needs the code that was sent to the other address. */
export type Verified = { user: UserRow; method: AuthenticationMethod } | "half_confirmed";

export async function verifyToken(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { type: string; proof: Proof; expiredMessage?: string | undefined },
): Promise<Verified> {
  const types = Object.hasOwn(TOKEN_TYPES, request.type) ? TOKEN_TYPES[request.type] : undefined;
  if (types === undefined) {
    // If the user entered a code, hosted Supabase responds `otp_expired` to an unknown value of
    // `type`.
    throw "tokenHash" in request.proof
      ? invalid("Invalid email verification type")
      : expiredOtp(request.expiredMessage);
  }
  const token = await findOneTimeToken(tx, listHashes(request.proof), types);
  if (token === undefined || isExpired(auth, token)) throw expiredOtp(request.expiredMessage);
  const user = await lockUser(tx, token.userId);
  if (user === undefined || user.deleted_at !== null) throw expiredOtp(request.expiredMessage);
  if (isBanned(user, auth.now())) throw new AuthError(403, "user_banned", "User is banned");
  const method = chooseMethod(request.type, token.type);
  const confirmed = await apply(auth, tx, user, token);
  return confirmed === "half_confirmed" ? confirmed : { user: confirmed, method };
}

async function apply(
  auth: AuthContext,
  tx: AuthTransaction,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow | "half_confirmed"> {
  const now = auth.now();
  if (token.type === "confirmation_token") {
    await tx.record({ action: "user_signedup", actor: user });
    return confirmEmail(tx, user, now);
  }
  if (token.type === "recovery_token") {
    // As on hosted Supabase, a sign-in also invalidates the codes of a pending email change.
    await deleteOneTimeTokens(tx, user.id, EMAILED_CODES);
    const isNew = user.email_confirmed_at === null;
    await tx.record({ action: isNew ? "user_signedup" : "login", actor: user });
    return isNew ? confirmUser(tx, user, now) : user;
  }
  const { double_confirm_changes, enable_confirmations } = auth.config.email;
  // `double_confirm_changes` sends a code to both addresses. If confirmations are disabled, either
  // code completes the change.
  const needsBoth = double_confirm_changes && enable_confirmations && (user.email ?? "") !== "";
  if (needsBoth && user.email_change_confirm_status !== CONFIRMED_ONCE) {
    await deleteOneTimeTokens(tx, user.id, [token.type]);
    await updateUser(tx, user.id, { email_change_confirm_status: CONFIRMED_ONCE }, now);
    return "half_confirmed";
  }
  await tx.record({ action: "user_modified", actor: user });
  const changed = await changeEmail(tx, user, now);
  await notify(auth, tx, { kind: "email_changed", user: changed, oldEmail: user.email ?? "" });
  return changed;
}

function listHashes(proof: Proof): string[] {
  if ("tokenHash" in proof) return [proof.tokenHash];
  const hash = hashOtp(proof.email, proof.token.replaceAll("-", ""));
  return [hash, PKCE_PREFIX + hash];
}

function isExpired(auth: AuthContext, token: OneTimeToken): boolean {
  const expiresAt = token.createdAt.getTime() + auth.config.email.otp_expiry * 1000;
  return expiresAt <= auth.now().getTime();
}

function chooseMethod(type: string, found: OneTimeTokenType): AuthenticationMethod {
  if (type === "invite" || type === "recovery" || type === "email_change") return type;
  return found === "confirmation_token" ? "email/signup" : "magiclink";
}
