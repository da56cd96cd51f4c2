import { beforeEach, expect, it } from "vitest";
import { sha256 } from "#crypto";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import type { VerifiedClaims } from "./claims.js";
import { realmState } from "./project-state.js";
import { isCheckedHere, verifyToken } from "./verify.js";

const SECRET = "a secret of at least thirty-two bytes";
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const SYMMETRIC = `${part({ alg: "HS256" })}.${part({ sub: "ada" })}.AAAA`;

let memory: MemoryBackend;

beforeEach(() => {
  memory = createMemoryBackend();
});

const isHere = (token: string, secret?: string) => isCheckedHere(memory.backend, token, secret);

async function fetchKeys(): Promise<void> {
  await verifyToken(memory.backend, (await memory.auth.signIn()).access_token);
}

it("isCheckedHere returns true for a verified token until the token expires", async () => {
  const { verified } = await realmState(memory.backend, undefined);
  const until = memory.clock.now() + 1;
  verified.set(await sha256(SYMMETRIC), { claims: {} as VerifiedClaims, kid: "", until });
  expect(await isHere(SYMMETRIC)).toBe(true);
  memory.clock.skip(1);
  expect(await isHere(SYMMETRIC)).toBe(false);
});

it("isCheckedHere returns true for text that is not a token", async () => {
  expect(await isHere("no token")).toBe(true);
});

it("isCheckedHere returns true for a token of an asymmetric key only after the server has fetched keys", async () => {
  const { access_token } = await memory.auth.signIn();
  expect(await isHere(access_token)).toBe(false);
  await fetchKeys();
  expect(await isHere(access_token)).toBe(true);
});

it("isCheckedHere returns false for a symmetric token only if the service must verify the token", async () => {
  expect(await isHere(SYMMETRIC, SECRET)).toBe(true);
  expect(await isHere(SYMMETRIC)).toBe(false);
  await fetchKeys();
  expect(await isHere(SYMMETRIC)).toBe(true);
  const { answers } = await realmState(memory.backend, undefined);
  const key = await sha256(SYMMETRIC);
  answers.set(key, { isGood: false, until: Number.POSITIVE_INFINITY });
  expect(await isHere(SYMMETRIC)).toBe(true);
  answers.set(key, { isGood: true, until: Number.POSITIVE_INFINITY });
  expect(await isHere(SYMMETRIC)).toBe(false);
  expect(await isHere(SYMMETRIC, SECRET)).toBe(true);
});
