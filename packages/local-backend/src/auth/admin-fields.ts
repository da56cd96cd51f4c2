import { z } from "zod";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import {
  checkPasswordHash,
  checkPasswordLength,
  checkPasswordStrength,
  hashPassword,
} from "./password.ts";
import { metadataField, passwordField, textField } from "./requests.ts";

const DURATION_UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** Hosted Supabase stores durations as signed 64-bit nanoseconds. */
const MAX_BAN_MS = 2 ** 63 / 1e6;

export const adminUserBody = z.object({
  email: textField,
  phone: textField,
  password: passwordField,
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

/**
 * As on hosted Supabase, an administrator may set a weak password. An empty password means none.
 */
export async function hashForNewUser({
  password,
  password_hash: imported,
}: Pick<AdminUserBody, "password" | "password_hash">): Promise<string | undefined> {
  if (imported !== undefined) {
    if (password !== undefined) {
      throw invalid("Only a password or a password hash should be provided");
    }
    checkPasswordHash(imported);
    return imported;
  }
  if (password === undefined || password === "") return undefined;
  checkPasswordLength(password);
  return hashPassword(password);
}

export async function hashByRules(
  auth: AuthContext,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  checkPasswordStrength(password, auth.config);
  return hashPassword(password);
}

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

function badDuration(duration: string): AuthError {
  const unit = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))*\d+(?:\.\d+)?([a-z]+)$/.exec(duration)?.[1];
  const cause =
    unit === undefined
      ? `invalid duration "${duration}"`
      : `unknown unit "${unit}" in duration "${duration}"`;
  return invalid(`invalid format for ban duration: time: ${cause}`);
}

export function refusePhone(body: AdminUserBody): void {
  if (body.phone !== undefined || body.phone_confirm) {
    throw new AuthError(400, "phone_provider_disabled", "Phone numbers are not supported");
  }
}
