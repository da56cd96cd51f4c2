import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import {
  checkPasswordHash,
  checkPasswordLength,
  checkPasswordStrength,
  hashPassword,
} from "./password.ts";
import { metadataField, textField } from "./requests.ts";

const DURATION_UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** Hosted Supabase stores nanoseconds in 63 bits, which is 292 years. */
const MAX_BAN_MS = 2 ** 63 / 1e6;

export const adminUserBody = z.object({
  email: textField,
  phone: textField,
  password: textField,
  password_hash: textField,
  role: textField,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadataField,
  app_metadata: metadataField,
  ban_duration: textField,
  id: textField,
});

export type AdminUserBody = z.output<typeof adminUserBody>;

export async function readPasswordHash(
  auth: AuthContext,
  body: Pick<AdminUserBody, "password" | "password_hash">,
  isNew: boolean,
): Promise<string | undefined> {
  if (body.password_hash !== undefined) {
    if (body.password !== undefined) {
      throw invalid("Only a password or a password hash should be provided");
    }
    checkPasswordHash(body.password_hash);
    return body.password_hash;
  }
  if (body.password === undefined) return undefined;
  // As on hosted Supabase, an administrator may create a user with a weak password. A new password
  // for an existing user must meet the rules.
  if (isNew) checkPasswordLength(body.password);
  else checkPasswordStrength(body.password, auth.config);
  return hashPassword(body.password);
}

/**
 * Returns when the ban ends. Null means that `none` lifts the ban. Undefined means that the ban
 * stays unchanged.
 */
export function readBan(auth: AuthContext, duration: string | undefined): Date | null | undefined {
  if (duration === undefined) return undefined;
  if (duration === "none") return null;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(duration)) throw badDuration(duration);
  let milliseconds = 0;
  for (const [, amount, unit = ""] of duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    milliseconds += Number(amount) * (DURATION_UNITS_MS[unit] ?? 0);
  }
  if (milliseconds > MAX_BAN_MS) throw invalid("ban duration is too long");
  return new Date(auth.now().getTime() + milliseconds);
}

/** Uses the error message of hosted Supabase. */
function badDuration(duration: string): AuthError {
  const unit = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))*\d+(?:\.\d+)?([a-z]+)$/.exec(duration)?.[1];
  const cause =
    unit === undefined
      ? `invalid duration "${duration}"`
      : `unknown unit "${unit}" in duration "${duration}"`;
  return invalid(`invalid format for ban duration: time: ${cause}`);
}

/** Phone numbers are not supported. An error is better than ignoring them. */
export function refusePhone(body: AdminUserBody): void {
  if (body.phone !== undefined || body.phone_confirm) {
    throw new AuthError(400, "phone_provider_disabled", "Phone numbers are not supported");
  }
}
