import { CHUNK_CHARACTERS, MAX_CHUNKS } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";

/** A cookie of a request. */
export interface Cookie {
  /** The name, which may occur twice in a request: set by this host and by a parent domain. */
  name: string;
  /** The decoded value. */
  value: string;
}

export type JoinedValue =
  | { status: "none" }
  | { status: "whole"; value: string; generation: string }
  | { status: "damaged" };

const VERSION = "1";
const HEADER_CHARACTERS = 2 + 13 + 2 + 2 + 12;
const PART = /^1\.([0-9a-z]{12})\.([1-9])\.([0-8])\.([0-9a-z]{11})\.~(.*)$/s;
type Part = [
  all: string,
  generation: string,
  count: string,
  index: string,
  sum: string,
  data: string,
];

/**
 * The non-cryptographic hash cyrb53. Detects values that were cut off or mixed from two writes, but
 * not forged values.
 */
function checksum(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const sum = 4294967296 * (2097151 & low) + (high >>> 0);
  return sum.toString(36).padStart(11, "0");
}

export function createGeneration(nowMs: number, random: Uint8Array): string {
  const salt = ((random[0] ?? 0) * 256 + (random[1] ?? 0)) % 46656;
  return timeText(nowMs) + salt.toString(36).padStart(3, "0");
}

function timeText(milliseconds: number): string {
  return milliseconds.toString(36).padStart(9, "0");
}

export function splitValue(value: string, generation: string): string[] {
  const room = CHUNK_CHARACTERS - HEADER_CHARACTERS - 1;
  const count = Math.max(1, Math.ceil(value.length / room));
  if (count > MAX_CHUNKS) {
    throw new BackendError({
      kind: "auth",
      code: "cookie_too_large",
      message: `The session takes ${count} cookies, more than ${MAX_CHUNKS}. Put less into the access token.`,
      operation: "session.write",
    });
  }
  const sum = checksum(`${generation}.${count}.${value}`);
  return Array.from({ length: count }, (_, index) => {
    const data = value.slice(index * room, (index + 1) * room);
    return `${VERSION}.${generation}.${count}.${index}.${sum}.~${data}`;
  });
}

export function partNames(name: string, count: number): string[] {
  return count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}.${index}`);
}

export function isPartName(candidate: string, name: string): boolean {
  return (
    candidate === name ||
    (candidate.startsWith(name) && /^\.\d{1,3}$/.test(candidate.slice(name.length)))
  );
}

const CLOCKS_DIFFER_MS = 300_000;

/**
 * Sorts the newest write first. A write that is dated more than five minutes in the future comes
 * last. The clock of its server was wrong, and the write would hide later sign-ins.
 */
function byAge(nowMs: number) {
  const latest = timeText(nowMs + CLOCKS_DIFFER_MS);
  const isLate = (id: string) => id.slice(0, latest.length) > latest;
  return ([a]: [string, unknown], [b]: [string, unknown]): number =>
    Number(isLate(a)) - Number(isLate(b)) || (a < b ? 1 : -1);
}

type Whole = Extract<JoinedValue, { status: "whole" }>;

function* wholeValues(cookies: readonly Cookie[], name: string, nowMs: number): Generator<Whole> {
  const writings = new Map<string, { part: Part; values: string[] }>();
  for (const cookie of cookies) {
    if (!isPartName(cookie.name, name)) continue;
    const part = PART.exec(cookie.value) as unknown as Part | null;
    if (!part) continue;
    const [, generation, count, index, sum, data] = part;
    const id = `${generation}.${count}.${sum}`;
    const writing = writings.get(id) ?? { part, values: [] };
    writing.values[Number(index)] ??= data;
    writings.set(id, writing);
  }
  const newestFirst = [...writings].sort(byAge(nowMs));
  for (const [, { part, values }] of newestFirst) {
    const [, generation, count, , sum] = part;
    const value = values.join("");
    if (checksum(`${generation}.${count}.${value}`) === sum) {
      yield { status: "whole", value, generation };
    }
  }
}

export function joinParts(cookies: readonly Cookie[], name: string, nowMs: number): JoinedValue {
  for (const whole of wholeValues(cookies, name, nowMs)) return whole;
  return { status: hasParts(cookies, name) ? "damaged" : "none" };
}

export function joinAll(cookies: readonly Cookie[], name: string, nowMs: number): string[] {
  return Array.from(wholeValues(cookies, name, nowMs), ({ value }) => value);
}

export function hasParts(cookies: readonly Cookie[], name: string): boolean {
  return cookies.some((cookie) => isPartName(cookie.name, name));
}
