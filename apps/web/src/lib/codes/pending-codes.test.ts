import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  addPendingCode,
  findPendingCode,
  formatPendingCodes,
  lifetimeSeconds,
  type PendingCodes,
  parsePendingCodes,
  secondsUntilResend,
  spendPendingCode,
} from "@/lib/codes/pending-codes";

const NOW = 1_800_000_000_000;
const SECOND = 1_000;
const signIn = { flow: "a", purpose: "sign-in", email: "ann@example.com" } as const;
const portal = { flow: "portal:1", purpose: "portal", email: "bob@example.com" } as const;

const stored = (codes: PendingCodes, now: number) =>
  parsePendingCodes(formatPendingCodes(codes), now);

// S-2.13
test("a used code is no longer pending, but the code of another flow in the same browser still is", () => {
  const codes = stored(addPendingCode(addPendingCode([], signIn, NOW), portal, NOW), NOW);
  expect(findPendingCode(codes, "a")).toMatchObject(signIn);
  expect(findPendingCode(codes, "portal:1")).toMatchObject(portal);
  const typed = spendPendingCode(codes, "a", NOW);
  expect(findPendingCode(typed, "a")).toBeNull();
  expect(findPendingCode(typed, "portal:1")).toMatchObject(portal);
});

// S-8.7
test("addPendingCode marks a code as repeated if it is requested again within a minute, and counts the wait from the first request", () => {
  const first = addPendingCode([], signIn, NOW);
  expect(findPendingCode(first, "a")?.isRepeated).toBeUndefined();
  const used = spendPendingCode(first, "a", NOW + 5 * SECOND);
  const later = NOW + 20 * SECOND;
  const again = addPendingCode(stored(used, later), { ...signIn, flow: "b" }, later);
  expect(findPendingCode(again, "b")).toMatchObject({ isRepeated: true, sentAt: NOW });
  expect(secondsUntilResend(again, signIn.email, later)).toBe(40);
});

test("addPendingCode treats a code as new after a minute, or for another email address", () => {
  const used = spendPendingCode(addPendingCode([], signIn, NOW), "a", NOW);
  const other = addPendingCode(used, portal, NOW + SECOND);
  expect(findPendingCode(other, portal.flow)?.isRepeated).toBeUndefined();
  const later = NOW + 60 * SECOND;
  const again = addPendingCode(stored(used, later), { ...signIn, flow: "b" }, later);
  expect(findPendingCode(again, "b")).toEqual({
    ...signIn,
    flow: "b",
    sentAt: later,
    earlier: [NOW],
  });
  expect(secondsUntilResend([], signIn.email, NOW)).toBe(0);
});

// S-4.44
test("a user must wait two minutes after the second and each later code for an email address, and gets at most six codes an hour", () => {
  const next = (codes: PendingCodes, now: number) => {
    expect(secondsUntilResend(codes, signIn.email, now)).toBe(0);
    const asked = stored(addPendingCode(codes, signIn, now), now);
    return stored(spendPendingCode(asked, signIn.flow, now), now);
  };
  let codes = next([], NOW);
  let now = NOW + 60 * SECOND;
  for (let no = 2; no <= 6; no += 1) {
    codes = next(codes, now);
    if (no < 6) expect(secondsUntilResend(codes, signIn.email, now)).toBe(120);
    now += 120 * SECOND;
  }
  const sinceFirst = (now - NOW) / SECOND;
  expect(secondsUntilResend(codes, signIn.email, now)).toBe(3600 - sinceFirst);
  expect(secondsUntilResend(codes, portal.email, now)).toBe(0);
  expect(
    secondsUntilResend(stored(codes, NOW + 3600 * SECOND), signIn.email, NOW + 3600 * SECOND),
  ).toBe(0);
});

test("the app and the database have the same waiting times and hourly limit for codes", () => {
  const schema = readFileSync(
    new URL("../../../../../supabase/schemas/79_codes.sql", import.meta.url),
    "utf8",
  );
  const body = schema.match(/function private\.code_wait[\s\S]*?\$\$;/)?.[0] ?? "";
  const first = body.match(/when 1 then interval '(\d+) minute'/)?.[1];
  const later = body.match(/else interval '(\d+) minutes'/)?.[1];
  const hourly = Number(body.match(/limit (\d+)/)?.[1]);
  const sent = (times: number[]): PendingCodes =>
    times.map((sentAt, no) => ({ ...signIn, flow: `${no}`, sentAt, isSpent: true }));
  const wait = (times: number[], now: number) => secondsUntilResend(sent(times), signIn.email, now);
  expect(wait([NOW], NOW)).toBe(Number(first) * 60);
  expect(wait([NOW, NOW + 60 * SECOND], NOW + 60 * SECOND)).toBe(Number(later) * 60);
  const times = Array.from({ length: hourly }, (_, no) => NOW + no * 180 * SECOND);
  const next = NOW + hourly * 180 * SECOND;
  expect(wait(times.slice(1), next)).toBe(0);
  expect(wait(times, next)).toBe(3600 - (next - NOW) / SECOND);
});

test("addPendingCode removes used codes to make room for pending codes", () => {
  let codes: PendingCodes = [];
  for (const [no, flow] of [..."abcd"].entries()) {
    codes = addPendingCode(codes, { ...signIn, flow, email: `${no}@example.com` }, NOW);
  }
  codes = spendPendingCode(codes, "d", NOW);
  codes = addPendingCode(
    addPendingCode(codes, { ...portal, flow: "e" }, NOW),
    { ...portal, flow: "f" },
    NOW,
  );
  expect(codes.map(({ flow }) => flow).join("")).toBe("abcef");
});

test("the cookie of pending codes omits used codes after an hour and pending codes after fifteen minutes, and omits the oldest flows when the cookie is full", () => {
  const waiting = addPendingCode([], signIn, NOW);
  expect(lifetimeSeconds(waiting, NOW)).toBe(900);
  expect(stored(waiting, NOW + 899 * SECOND)).toHaveLength(1);
  expect(stored(waiting, NOW + 900 * SECOND)).toEqual([]);
  const typed = spendPendingCode(waiting, "a", NOW + 10 * SECOND);
  expect(lifetimeSeconds(typed, NOW + 10 * SECOND)).toBe(3590);
  expect(spendPendingCode(waiting, "a", NOW + 3600 * SECOND)).toEqual([]);
  expect(lifetimeSeconds([], NOW)).toBe(0);

  let many: PendingCodes = [];
  for (const flow of "abcdef") many = addPendingCode(many, { ...signIn, flow }, NOW);
  expect(many.map(({ flow }) => flow).join("")).toBe("bcdef");
  const next = `/${"x".repeat(1_000)}`;
  for (const flow of "abcdef") many = addPendingCode(many, { ...signIn, flow, next }, NOW);
  expect(many.at(-1)).toMatchObject({ flow: "f" });
  expect(formatPendingCodes(many).length).toBeLessThan(4_000);
});

test("addPendingCode drops a `next` path that is too long for the cookie, and keeps the code", () => {
  const codes = addPendingCode([], { ...signIn, next: `/${"x".repeat(4_000)}` }, NOW);
  expect(stored(codes, NOW)).toEqual([{ ...signIn, sentAt: NOW }]);
});

test("addPendingCode stores the name that the user typed at sign-up together with the code", () => {
  const signUp = { ...signIn, purpose: "sign-up", name: "Ann Ünal" } as const;
  const codes = stored(addPendingCode([], signUp, NOW), NOW);
  expect(findPendingCode(codes, "a")).toMatchObject({ name: "Ann Ünal" });
});

test("parsePendingCodes ignores a damaged cookie", () => {
  for (const value of [undefined, "", "x", Buffer.from("{}").toString("base64url")]) {
    expect(parsePendingCodes(value, NOW)).toEqual([]);
  }
});
