import { z } from "zod";
import { formatJsonCookie, parseJsonCookie } from "@/lib/http/json-cookie";

const LIFETIME_SECONDS = 15 * 60;
/**
 * An email address gets at most six codes an hour: the second code at least one minute after the
 * first, and each later code at least two minutes after the previous one.
 */
const FIRST_PAUSE_SECONDS = 60;
const PAUSE_SECONDS = 120;
const HOUR_SECONDS = 60 * 60;
const MAX_IN_AN_HOUR = 6;
/**
 * Maximum number of flows. A further flow replaces the oldest used flow, or else the oldest flow.
 */
const MOST = 5;
/**
 * Maximum length of the cookie's value. Browsers accept at least 4,096 bytes per cookie, including
 * its name and attributes (RFC 6265 §6.1).
 */
const MAX_CHARACTERS = 3_800;

const schema = z.object({
  /**
   * Identifies a sign-in flow in this browser: a random value for `/verify`, otherwise the name of
   * the page.
   */
  flow: z.string(),
  purpose: z.enum(["sign-up", "sign-in", "recovery", "portal", "join"]),
  email: z.string(),
  /** Set if the app sent the code without a request by the user. */
  reason: z.literal("email_not_confirmed").optional(),
  next: z.string().optional(),
  name: z.string().optional(),
  /** The time of the first request for this code, in milliseconds since the epoch. */
  sentAt: z.number(),
  /**
   * A secret of this browser for this email address. The server counts wrong codes for each secret.
   */
  secret: z.string().optional(),
  /** The times of earlier requests for codes to this email address, within the last hour. */
  earlier: z.array(z.number()).optional(),
  /** True if the user requested another code during the waiting time. */
  isRepeated: z.boolean().optional(),
  isLimited: z.boolean().optional(),
  /**
   * True if the code was used or abandoned. Its entry stays in the cookie for an hour, because the
   * code counts toward the rate limit of the email address.
   */
  isSpent: z.boolean().optional(),
});

export type PendingCode = z.infer<typeof schema>;

export type AskedCode = Pick<
  PendingCode,
  "secret" | "flow" | "purpose" | "email" | "reason" | "next" | "name" | "isLimited"
>;

/** Ordered from oldest to newest, except that adding a code moves used codes to the start. */
export type PendingCodes = readonly PendingCode[];

const isAlive = ({ sentAt, isSpent }: PendingCode, now: number) =>
  now - sentAt < (isSpent ? HOUR_SECONDS : LIFETIME_SECONDS) * 1000;

export function parsePendingCodes(value: string | undefined, now: number): PendingCodes {
  const codes = parseJsonCookie(z.array(schema), value) ?? [];
  return codes.filter((code) => isAlive(code, now));
}

export function formatPendingCodes(codes: PendingCodes): string {
  return formatJsonCookie(codes);
}

function timesOf(codes: PendingCodes, email: string, now: number): number[] {
  const own = codes.filter((code) => code.email === email);
  const times = new Set(own.flatMap(({ sentAt, earlier = [] }) => [...earlier, sentAt]));
  return [...times].filter((at) => now - at < HOUR_SECONDS * 1000).sort((one, two) => one - two);
}

/**
 * Returns the seconds until the address may get another code. Counts the codes of all flows in this
 * browser, used or not. The wait is the same for known and unknown addresses.
 */
export function secondsUntilResend(codes: PendingCodes, email: string, now: number): number {
  const times = timesOf(codes, email, now);
  const last = times.at(-1);
  if (last === undefined) return 0;
  const pause = times.length === 1 ? FIRST_PAUSE_SECONDS : PAUSE_SECONDS;
  const sixth = times.at(-MAX_IN_AN_HOUR);
  const freeAt = Math.max(
    last + pause * 1000,
    sixth === undefined ? 0 : sixth + HOUR_SECONDS * 1000,
  );
  return Math.max(0, Math.ceil((freeAt - now) / 1000));
}

export function addPendingCode(codes: PendingCodes, asked: AskedCode, now: number): PendingCodes {
  const waitSeconds = secondsUntilResend(codes, asked.email, now);
  const times = timesOf(codes, asked.email, now);
  const earlier = (waitSeconds > 0 ? times.slice(0, -1) : times).slice(-MAX_IN_AN_HOUR);
  const code: PendingCode = {
    ...asked,
    ...(waitSeconds > 0 ? { sentAt: times.at(-1) ?? now, isRepeated: true } : { sentAt: now }),
    ...(earlier.length > 0 ? { earlier } : {}),
  };
  // Drop used codes for this address, because `earlier` and `sentAt` already contain their times.
  const others = codes.filter(
    ({ flow, email, isSpent }) => flow !== asked.flow && !(isSpent && email === asked.email),
  );
  const all = [
    ...others.filter(({ isSpent }) => isSpent),
    ...others.filter(({ isSpent }) => !isSpent),
    code,
  ].slice(-MOST);
  while (all.length > 1 && formatPendingCodes(all).length > MAX_CHARACTERS) all.shift();
  if (formatPendingCodes(all).length > MAX_CHARACTERS) return [{ ...code, next: undefined }];
  return all;
}

export function spendPendingCode(codes: PendingCodes, flow: string, now: number): PendingCodes {
  return codes
    .map((code) => (code.flow === flow ? { ...code, isSpent: true } : code))
    .filter((code) => isAlive(code, now));
}

export function findPendingCode(codes: PendingCodes, flow: string): PendingCode | null {
  return codes.findLast((code) => code.flow === flow && !code.isSpent) ?? null;
}

export function lifetimeSeconds(codes: PendingCodes, now: number): number {
  const ends = codes.map(
    ({ sentAt, isSpent }) => sentAt / 1000 + (isSpent ? HOUR_SECONDS : LIFETIME_SECONDS),
  );
  return Math.max(0, Math.ceil(Math.max(0, ...ends) - now / 1000));
}
