import { hash, verify } from "@node-rs/bcrypt";
import type { BackendConfig } from "../config/schema.ts";
import { AuthError, invalid } from "./errors.ts";

const BCRYPT_HASH = /^\$2[aby]\$(?<cost>\d{2})\$[./A-Za-z0-9]{53}$/;
const ARGON2_HASH =
  /^\$argon2(id|i)\$v=19\$m=(?<memory>\d{1,7}),t=(?<passes>\d{1,4}),p=(?<threads>\d{1,3})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/;

/**
 * Limits for imported hashes. Any visitor can start a password check, which must not take more than
 * a few seconds and 256 MiB.
 */
const MAX_BCRYPT_COST = 15;
const MAX_ARGON2 = { kibibytes: 256 * 1024, kibibytesOfAllPasses: 1024 * 1024, threads: 16 };

/** bcrypt ignores all bytes after the first 72. */
const MAX_PASSWORD_BYTES = 72;
/** Same cost as in GoTrue. A hash takes about 50 ms on one core. */
const BCRYPT_COST = 10;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const SYMBOLS = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

const REQUIRED_CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  "": [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

type PasswordRules = Pick<
  BackendConfig["auth"],
  "minimum_password_length" | "password_requirements"
>;

export interface WeakPassword {
  message: string;
  reasons: string[];
}

/** Counts the length in bytes, like GoTrue. */
export function checkPasswordStrength(password: string, rules: PasswordRules): void {
  checkPasswordLength(password);
  const faults = findPasswordFaults(password, rules);
  if (faults === undefined) return;
  throw new AuthError(422, "weak_password", faults.message, { reasons: faults.reasons });
}

export function checkPasswordLength(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
}

export function findPasswordFaults(
  password: string,
  rules: PasswordRules,
): WeakPassword | undefined {
  const reasons: string[] = [];
  const messages: string[] = [];
  if (Buffer.byteLength(password) < rules.minimum_password_length) {
    reasons.push("length");
    messages.push(`Password should be at least ${rules.minimum_password_length} characters.`);
  }
  const sets = REQUIRED_CHARACTERS[rules.password_requirements] ?? [];
  if (!sets.every((set) => [...set].some((character) => password.includes(character)))) {
    reasons.push("characters");
    messages.push(`Password should contain at least one character of each: ${sets.join(", ")}.`);
  }
  return reasons.length === 0 ? undefined : { message: messages.join(" "), reasons };
}

export function checkPasswordHash(text: string): void {
  const bcrypt = BCRYPT_HASH.exec(text)?.groups;
  const argon2 = ARGON2_HASH.exec(text)?.groups;
  if (!bcrypt && !argon2) throw invalid("Only bcrypt and Argon2 hashes are supported");
  const [memory, passes] = [Number(argon2?.memory ?? 0), Number(argon2?.passes ?? 0)];
  const isAffordable =
    Number(bcrypt?.cost ?? 0) <= MAX_BCRYPT_COST &&
    memory <= MAX_ARGON2.kibibytes &&
    memory * passes <= MAX_ARGON2.kibibytesOfAllPasses &&
    Number(argon2?.threads ?? 0) <= MAX_ARGON2.threads;
  if (isAffordable) return;
  throw invalid(
    `Password hashes are limited to bcrypt with cost ${MAX_BCRYPT_COST}, or Argon2 with 256 MiB, 1 GiB in all passes and ${MAX_ARGON2.threads} threads`,
  );
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, { cost: BCRYPT_COST });
}

let decoy: Promise<string> | undefined;

/**
 * If `stored` is missing, checks a decoy hash, so that the response time does not reveal whether
 * the account exists.
 */
export async function isPasswordCorrect(password: string, stored: string | null): Promise<boolean> {
  if (stored === null || stored === "") {
    decoy ??= hashPassword("decoy");
    await verify(password, await decoy);
    return false;
  }
  // Only administrators can import Argon2 hashes.
  if (ARGON2_HASH.test(stored)) {
    const argon2 = await import("@node-rs/argon2");
    return argon2.verify(stored, password).catch(() => false);
  }
  return verify(password, stored).catch(() => false);
}
