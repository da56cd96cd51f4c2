import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import { createSigningKey } from "./key-file.ts";
import { openKeyRing } from "./key-ring.ts";

const root = mkdtempSync(join(tmpdir(), "keys-"));
afterAll(() => rmSync(root, { recursive: true }));

const NOW = Date.parse("2026-03-01T00:00:00Z");
const folder = () => mkdtempSync(join(root, "ring-"));
const inOneMinute = { role: "authenticated", exp: NOW / 1000 + 60 };

test("the key ring creates its keys once and stores them in a file with mode 0600", async () => {
  const dataDir = folder();
  const first = await openKeyRing(dataDir, () => NOW);
  const second = await openKeyRing(dataDir, () => NOW);
  expect(second.keys).toEqual(first.keys);
  expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600);
  const other = await openKeyRing(folder(), () => NOW);
  expect(other.keys.publishable).toBe(first.keys.publishable);
  expect(other.keys.secret).not.toBe(first.keys.secret);
});

test("verifies API keys, and verifies users' tokens until they expire", async () => {
  let now = NOW;
  const { keys, tokens } = await openKeyRing(folder(), () => now);
  const token = await tokens.signUser({ ...inOneMinute, sub: "someone" });
  expect(await tokens.verify(token)).toMatchObject({ role: "authenticated", sub: "someone" });
  expect(await tokens.verify(keys.anon)).toMatchObject({ role: "anon" });
  now += 61_000;
  await expect(tokens.verify(token)).rejects.toMatchObject({ name: "TokenError", code: "expired" });
});

test("publishes no private key, and refuses unsigned tokens and tokens signed with a public key", async () => {
  const { tokens } = await openKeyRing(folder(), () => NOW);
  const [jwk] = tokens.publicKeys().keys;
  const forged = await new SignJWT({ ...inOneMinute, role: "service_role" })
    .setProtectedHeader({ alg: "HS256", kid: jwk?.kid ?? "" })
    .sign(new TextEncoder().encode(JSON.stringify(jwk)));
  await expect(tokens.verify(forged)).rejects.toMatchObject({ code: "bad_jwt" });
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`;
  await expect(tokens.verify(unsigned)).rejects.toMatchObject({ code: "bad_jwt" });
  expect(JSON.stringify(tokens.publicKeys())).not.toContain('"d"');
});

test("refuses a token that was issued for another purpose", async () => {
  const { tokens } = await openKeyRing(folder(), () => NOW);
  const token = await tokens.signInternal("download", { url: "a", exp: inOneMinute.exp });
  expect(await tokens.verifyInternal("download", token)).toMatchObject({ url: "a" });
  await expect(tokens.verifyInternal("upload", token)).rejects.toMatchObject({ code: "bad_jwt" });
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: "bad_jwt" });
});

test("treats only the secret key and the legacy service key as the service role", async () => {
  const { keys, tokens } = await openKeyRing(folder(), () => NOW);
  const user = await tokens.signUser({ ...inOneMinute, role: "service_role" });
  const asked = [keys.secret, keys.serviceRole, keys.anon, keys.publishable, user, ""];
  const answers = await Promise.all(asked.map((key) => tokens.isServiceRole(key)));
  expect(answers).toEqual([true, true, false, false, false, false]);
});

test("publishes a new signing key before the key signs tokens, and keeps old tokens valid", async () => {
  const dataDir = folder();
  const ring = await openKeyRing(dataDir, () => NOW);
  const before = await ring.tokens.signUser(inOneMinute);
  const { kid, activate } = await ring.addSigningKey();
  expect(ring.tokens.publicKeys().keys.map((key) => key.kid)).toContain(kid);
  expect(decodeProtectedHeader(await ring.tokens.signUser(inOneMinute)).kid).not.toBe(kid);
  activate();
  const after = await ring.tokens.signUser(inOneMinute);
  expect(decodeProtectedHeader(after).kid).toBe(kid);
  const reopened = await openKeyRing(dataDir, () => NOW);
  for (const token of [before, after]) {
    expect(await reopened.tokens.verify(token)).toMatchObject({ role: "authenticated" });
  }
  expect(decodeProtectedHeader(await reopened.tokens.signUser(inOneMinute)).kid).toBe(kid);
});

test("openKeyRing fails with data_directory_unusable if keys.json is damaged", async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "keys.json"), '{"keys":');
  await expect(openKeyRing(dataDir, () => NOW)).rejects.toMatchObject({
    code: "data_directory_unusable",
    message: expect.stringContaining("keys.json"),
  });
});

/** The JWT secret of the Supabase CLI, and the CLI's anon key. */
const CLI = {
  secret: "super-secret-jwt-token-with-at-least-32-characters-long",
  anon: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0",
};

test("creates the same anon key as the Supabase CLI from the same JWT secret, and refuses the earlier anon key", async () => {
  const dataDir = folder();
  const random = await openKeyRing(dataDir, () => NOW);
  const given = await openKeyRing(dataDir, () => NOW, { jwtSecret: CLI.secret });
  expect(given.keys.anon).toBe(CLI.anon);
  expect(given.keys.secret).toBe(random.keys.secret);
  expect(await given.tokens.verify(CLI.anon)).toMatchObject({ role: "anon" });
  await expect(given.tokens.verify(random.keys.anon)).rejects.toMatchObject({ code: "bad_jwt" });
  expect((await openKeyRing(dataDir, () => NOW)).keys).toEqual(given.keys);
});

test("the key ring uses its random keys again after the keys are removed from config.toml", async () => {
  const dataDir = folder();
  const random = await openKeyRing(dataDir, () => NOW);
  await openKeyRing(dataDir, () => NOW, { jwtSecret: CLI.secret, secret: "sb_secret_mine" });
  const again = await openKeyRing(dataDir, () => NOW, {});
  expect(again.keys).toEqual(random.keys);
});

test("signs with the signing key of config.toml until the key is rotated", async () => {
  const dataDir = folder();
  const key = { ...(await createSigningKey()), kid: "mine" };
  const ring = await openKeyRing(dataDir, () => NOW, { signingKeys: [key] });
  const token = await ring.tokens.signUser(inOneMinute);
  expect(decodeProtectedHeader(token).kid).toBe("mine");
  const { kid, activate } = await ring.addSigningKey();
  activate();
  expect(decodeProtectedHeader(await ring.tokens.signUser(inOneMinute)).kid).toBe(kid);
  const stored = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const ids = stored.signingKeys.map((jwk: { kid: string }) => jwk.kid);
  expect(ids).toContain(kid);
  expect(ids).not.toContain("mine");
  const reopened = await openKeyRing(dataDir, () => NOW);
  expect(await reopened.tokens.verify(token)).toMatchObject({ role: "authenticated" });
});
