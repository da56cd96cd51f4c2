import { z } from "zod";

/** How long a browser waits for a code to be typed. */
const LIFETIME_SECONDS = 15 * 60;
/** Codes to one address: a minute after the first of an hour, two after the others, six at most. */
const FIRST_PAUSE_SECONDS = 60;
const PAUSE_SECONDS = 120;
const HOUR_SECONDS = 60 * 60;
const MOST_IN_AN_HOUR = 6;
/** Most flows that one browser waits in at once; the oldest gives way. */
const MOST = 5;
/** Browsers take cookies up to 4,096 characters, name and attributes included (RFC 6265 §6.1). */
const MOST_CHARACTERS = 3_800;

const schema = z.object({
  /** What tells flows in one browser apart: random for `/verify`, else the page's own name. */
  flow: z.string(),
  purpose: z.enum(["sign-up", "sign-in", "recovery", "portal", "join"]),
  email: z.string(),
  /** Why it was sent although it was not asked for. */
  reason: z.literal("email_not_confirmed").optional(),
  /** Where to go once the code is accepted. */
  next: z.string().optional(),
  /** The name typed at sign-up: it counts only for whoever proves the address. */
  name: z.string().optional(),
  /** When a code was asked for first, in milliseconds since the epoch. */
  sentAt: z.number(),
  /** Known to this browser alone: wrong codes are counted by it. */
  secret: z.string().optional(),
  /** When codes to this address were asked for before, within the hour. */
  earlier: z.array(z.number()).optional(),
  /** Asked for again before another code could be sent. */
  isRepeated: z.boolean().optional(),
  /** Asked for while the hourly limit of emails was reached. */
  isLimited: z.boolean().optional(),
  /** Typed or given up: kept for an hour, to count codes to its address. */
  isSpent: z.boolean().optional(),
});

/** A code that was asked for and is to be typed. */
export type PendingCode = z.infer<typeof schema>;

/** What is told of a code when it is asked for. */
export type AskedCode = Pick<
  PendingCode,
  "secret" | "flow" | "purpose" | "email" | "reason" | "next" | "name" | "isLimited"
>;

/** The codes that one browser waits for, the newest last. */
export type PendingCodes = readonly PendingCode[];

const isAlive = ({ sentAt, isSpent }: PendingCode, now: number) =>
  now - sentAt < (isSpent ? HOUR_SECONDS : LIFETIME_SECONDS) * 1000;

/** Reads the stored list; what is broken or over is left out. */
export function parsePendingCodes(value: string | undefined, now: number): PendingCodes {
  if (!value) return [];
  try {
    const text = Buffer.from(value, "base64url").toString("utf8");
    const codes = z.array(schema).safeParse(JSON.parse(text)).data ?? [];
    return codes.filter((code) => isAlive(code, now));
  } catch {
    return [];
  }
}

/** The list as it is stored. */
export function formatPendingCodes(codes: PendingCodes): string {
  return Buffer.from(JSON.stringify(codes)).toString("base64url");
}

/** When this browser asked for codes to an address within the hour, the oldest first. */
function timesOf(codes: PendingCodes, email: string, now: number): number[] {
  const own = codes.filter((code) => code.email === email);
  const times = new Set(own.flatMap(({ sentAt, earlier = [] }) => [...earlier, sentAt]));
  return [...times].filter((at) => now - at < HOUR_SECONDS * 1000).sort((one, two) => one - two);
}

/**
 * Seconds until the next code to an address may be sent, as the function `auth-email` counts them. It
 * counts from the codes before, whichever flow asked for them and whether or not they were used: for
 * known and unknown addresses alike.
 */
export function secondsUntilResend(codes: PendingCodes, email: string, now: number): number {
  const times = timesOf(codes, email, now);
  const last = times.at(-1);
  if (last === undefined) return 0;
  const pause = times.length === 1 ? FIRST_PAUSE_SECONDS : PAUSE_SECONDS;
  const sixth = times.at(-MOST_IN_AN_HOUR);
  const freeAt = Math.max(
    last + pause * 1000,
    sixth === undefined ? 0 : sixth + HOUR_SECONDS * 1000,
  );
  return Math.max(0, Math.ceil((freeAt - now) / 1000));
}

/** Adds a code that was just asked for, in the place of the one its flow waited for. */
export function addPendingCode(codes: PendingCodes, asked: AskedCode, now: number): PendingCodes {
  const waitSeconds = secondsUntilResend(codes, asked.email, now);
  const times = timesOf(codes, asked.email, now);
  const earlier = (waitSeconds > 0 ? times.slice(0, -1) : times).slice(-MOST_IN_AN_HOUR);
  const code: PendingCode = {
    ...asked,
    ...(waitSeconds > 0 ? { sentAt: times.at(-1) ?? now, isRepeated: true } : { sentAt: now }),
    ...(earlier.length > 0 ? { earlier } : {}),
  };
  // What is spent is only there for its times, which this code has now.
  const others = codes.filter(
    ({ flow, email, isSpent }) => flow !== asked.flow && !(isSpent && email === asked.email),
  );
  const all = [
    ...others.filter(({ isSpent }) => isSpent),
    ...others.filter(({ isSpent }) => !isSpent),
    code,
  ].slice(-MOST);
  while (all.length > 1 && formatPendingCodes(all).length > MOST_CHARACTERS) all.shift();
  // A very long way back is worth less than the code itself.
  if (formatPendingCodes(all).length > MOST_CHARACTERS) return [{ ...code, next: undefined }];
  return all;
}

/** Ends the waiting of a flow, and remembers for an hour when its address was asked for. */
export function spendPendingCode(codes: PendingCodes, flow: string, now: number): PendingCodes {
  return codes
    .map((code) => (code.flow === flow ? { ...code, isSpent: true } : code))
    .filter((code) => isAlive(code, now));
}

/** The code that a flow waits for. */
export function findPendingCode(codes: PendingCodes, flow: string): PendingCode | null {
  return codes.findLast((code) => code.flow === flow && !code.isSpent) ?? null;
}

/** Seconds after which nothing of the list counts any more. */
export function lifetimeSeconds(codes: PendingCodes, now: number): number {
  const ends = codes.map(
    ({ sentAt, isSpent }) => sentAt / 1000 + (isSpent ? HOUR_SECONDS : LIFETIME_SECONDS),
  );
  return Math.max(0, Math.ceil(Math.max(0, ...ends) - now / 1000));
}
