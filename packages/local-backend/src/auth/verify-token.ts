import type { Queryable } from "../database/database.ts";
import { hashOtp, PKCE_PREFIX } from "./codes.ts";
import { confirmEmail } from "./confirm.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, expiredOtp, invalid } from "./errors.ts";
import {
  deleteOneTimeTokens,
  findOneTimeToken,
  type OneTimeToken,
  type OneTimeTokenType,
} from "./one-time-tokens.ts";
import type { AuthenticationMethod } from "./sessions.ts";
import { insertEmailIdentity, isBanned, lockUser, type UserRow, updateUser } from "./users.ts";

/** Which stored codes a verification type admits; the first match wins. */
const TOKEN_TYPES: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  email: ["confirmation_token", "recovery_token"],
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  magiclink: ["recovery_token"],
  recovery: ["recovery_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
};

const CONFIRMED_ONCE = 1;

/** A code as it was typed, or the hash that a link carries. */
export type Proof = { email: string; token: string } | { tokenHash: string };

/** What a valid code leads to. A change of address needs both addresses, one after the other. */
export type Verified = { user: UserRow; method: AuthenticationMethod } | "half_confirmed";

/**
 * Uses a code up and does what it stands for: confirms the address, or changes it.
 * @throws AuthError 403 `otp_expired`, `user_banned`; 400 `validation_failed`
 */
export async function verifyToken(
  auth: AuthContext,
  tx: Queryable,
  request: { type: string; proof: Proof; expiredMessage?: string },
): Promise<Verified> {
  const types = Object.hasOwn(TOKEN_TYPES, request.type) ? TOKEN_TYPES[request.type] : undefined;
  if (types === undefined) throw invalid("Invalid email verification type");
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
  tx: Queryable,
  user: UserRow,
  token: OneTimeToken,
): Promise<UserRow | "half_confirmed"> {
  const now = auth.now();
  if (token.type === "confirmation_token") return confirmEmail(tx, user, now);
  if (token.type === "recovery_token") {
    await deleteOneTimeTokens(tx, user.id, ["recovery_token"]);
    return user.email_confirmed_at === null ? confirmEmail(tx, user, now) : user;
  }
  const needsBoth = auth.config.email.double_confirm_changes && (user.email ?? "") !== "";
  if (needsBoth && user.email_change_confirm_status !== CONFIRMED_ONCE) {
    await deleteOneTimeTokens(tx, user.id, [token.type]);
    await updateUser(tx, user.id, { email_change_confirm_status: CONFIRMED_ONCE }, now);
    return "half_confirmed";
  }
  return changeEmail(tx, user, now);
}

async function changeEmail(tx: Queryable, user: UserRow, now: Date): Promise<UserRow> {
  const email = user.email_change;
  const data = { sub: user.id, email, email_verified: true, phone_verified: false };
  await deleteOneTimeTokens(tx, user.id);
  const updated = await tx.query(
    `update auth.identities set identity_data = identity_data || $2, updated_at = $3
     where user_id = $1 and provider = 'email' returning id`,
    [user.id, data, now],
  );
  if (updated.length === 0) await insertEmailIdentity(tx, { userId: user.id, data, now });
  const changed = await updateUser(
    tx,
    user.id,
    {
      email,
      email_change: "",
      email_change_confirm_status: 0,
      is_anonymous: false,
      email_confirmed_at: user.email_confirmed_at ?? now,
      raw_app_meta_data: { ...user.raw_app_meta_data, provider: "email", providers: ["email"] },
      raw_user_meta_data: { ...user.raw_user_meta_data, ...data },
    },
    now,
  ).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  });
  return changed;
}

/** The refusal for an address that another account holds. */
export function emailExists(): AuthError {
  const message = "A user with this email address has already been registered";
  return new AuthError(422, "email_exists", message);
}

/** Whether the database refused a second row with the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
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
