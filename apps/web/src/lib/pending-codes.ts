import { z } from "zod";

/** How long a browser waits for a code to be typed. */
const LIFETIME_SECONDS = 15 * 60;
/** Seconds between two codes to one address, as the auth service enforces it. */
const RESEND_SECONDS = 60;
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
  /** Asked for again before another code could be sent. */
  isRepeated: z.boolean().optional(),
  /** Typed or given up: kept only until the next code to its address may be sent. */
  isSpent: z.boolean().optional(),
});

/** A code that was asked for and is to be typed. */
export type PendingCode = z.infer<typeof schema>;

/** What is told of a code when it is asked for. */
export type AskedCode = Pick<
  PendingCode,
  "flow" | "purpose" | "email" | "reason" | "next" | "name"
>;

/** The codes that one browser waits for, the newest last. */
export type PendingCodes = readonly PendingCode[];

const isAlive = ({ sentAt, isSpent }: PendingCode, now: number) =>
  now - sentAt < (isSpent ? RESEND_SECONDS : LIFETIME_SECONDS) * 1000;

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

/**
 * Seconds until the next code to an address may be sent. It counts from the code before, whichever
 * flow asked for it and whether or not it was used: from known and unknown addresses alike.
 */
export function secondsUntilResend(codes: PendingCodes, email: string, now: number): number {
  const sent = codes.filter((code) => code.email === email).map(({ sentAt }) => sentAt);
  const last = Math.max(0, ...sent);
  return Math.max(0, Math.ceil(RESEND_SECONDS - (now - last) / 1000));
}

/** Adds a code that was just asked for, in the place of the one its flow waited for. */
export function addPendingCode(codes: PendingCodes, asked: AskedCode, now: number): PendingCodes {
  const waitSeconds = secondsUntilResend(codes, asked.email, now);
  const before = codes.filter(({ email }) => email === asked.email).map(({ sentAt }) => sentAt);
  const code: PendingCode =
    waitSeconds > 0
      ? { ...asked, sentAt: Math.max(...before), isRepeated: true }
      : { ...asked, sentAt: now };
  const all = [...codes.filter(({ flow }) => flow !== asked.flow), code].slice(-MOST);
  while (all.length > 1 && formatPendingCodes(all).length > MOST_CHARACTERS) all.shift();
  // A very long way back is worth less than the code itself.
  if (formatPendingCodes(all).length > MOST_CHARACTERS) return [{ ...code, next: undefined }];
  return all;
}

/** Ends the waiting of a flow, and remembers its address until the next code may be sent there. */
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
    ({ sentAt, isSpent }) => sentAt / 1000 + (isSpent ? RESEND_SECONDS : LIFETIME_SECONDS),
  );
  return Math.max(0, Math.ceil(Math.max(0, ...ends) - now / 1000));
}
