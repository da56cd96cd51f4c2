import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import { configSchema } from "../config/schema.ts";
import { readGivenKeys } from "./given-keys.ts";
import { createSigningKey } from "./key-file.ts";
import { openKeyRing } from "./key-ring.ts";

const folder = mkdtempSync(join(tmpdir(), "given-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = "s".repeat(32);

const read = (auth: Record<string, string>) =>
  readGivenKeys(configSchema.parse({ auth }).auth, folder);

const file = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return { signing_keys_path: `./${name}` };
};

test("returns no keys if config.toml has none", () => {
  expect(read({})).toEqual({});
});

test("reads the keys in config.toml", async () => {
  const key = await createSigningKey();
  const given = read({
    jwt_secret: SECRET,
    publishable_key: "sb_publishable_mine",
    secret_key: "sb_secret_mine",
    ...file("keys.json", [key]),
  });
  expect(given).toMatchObject({
    jwtSecret: SECRET,
    publishable: "sb_publishable_mine",
    secret: "sb_secret_mine",
    signingKeys: [{ kid: key.kid, alg: "ES256" }],
  });
});

test("accepts signing keys with the key_ops sign and verify, which the Supabase CLI writes", async () => {
  const key = { ...(await createSigningKey()), key_ops: ["sign", "verify"], ext: true };
  const dataDir = mkdtempSync(join(folder, "data-"));
  const { tokens } = await openKeyRing(dataDir, Date.now, read(file("cli.json", [key])));
  expect(tokens.publicKeys().keys[0]).toMatchObject({ kid: key.kid, key_ops: ["verify"] });
  const token = await tokens.signUser({ sub: "a", role: "authenticated" });
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: "ES256", kid: key.kid });
});

test.each([
  [{ jwt_secret: "short" }, "auth.jwt_secret needs at least 32 characters."],
  [{ anon_key: "a.b.c" }, "auth.jwt_secret must be set with anon_key and service_role_key"],
  [{ secret_key: "mine" }, "auth.secret_key must begin with sb_secret_."],
  [{ signing_keys_path: "./none.json" }, "auth.signing_keys_path ./none.json cannot be read"],
])("refuses the keys %o in [auth] of config.toml", (auth, message) => {
  expect(() => read(auth as Record<string, string>)).toThrow(message);
});

test("refuses an API key that is not signed with jwt_secret, or that has the wrong role", async () => {
  const sign = (secret: string, role: string) =>
    new SignJWT({ role }).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(secret));
  const keys = async (anon: string, service: string, secret = SECRET) => ({
    jwt_secret: SECRET,
    anon_key: await sign(secret, anon),
    service_role_key: await sign(secret, service),
  });
  const right = await keys("anon", "service_role");
  expect(read(right)).toMatchObject({ anon: right.anon_key, serviceRole: right.service_role_key });
  const swapped = await keys("service_role", "anon");
  expect(() => read(swapped)).toThrow("auth.anon_key must be a key with the role anon");
  const foreign = await keys("anon", "service_role", "x".repeat(32));
  expect(() => read(foreign)).toThrow("auth.anon_key must be a key with the role anon");
  const unsigned = { ...right, service_role_key: "none" };
  expect(() => read(unsigned)).toThrow(
    "auth.service_role_key must be a key with the role service_role",
  );
});

test.each([
  ["JSON that is not a list", {}],
  ["an empty list", []],
  ["another algorithm", [{ kty: "RSA", kid: "a", n: "x", e: "AQAB", d: "y" }]],
  ["a public key", [{ kty: "EC", crv: "P-256", kid: "a", x: "x", y: "y" }]],
])("refuses a file of signing keys with %s", (name, content) => {
  const auth = file(`${name}.json`, content);
  expect(() => read(auth)).toThrow("must list private ES256 keys");
});

test("refuses signing keys with mismatched public and private parts, or with the same kid", async () => {
  const [key, other] = [await createSigningKey(), await createSigningKey()];
  const refused = (name: string, content: unknown) =>
    expect(() => read(file(name, content))).toThrow("must list private ES256 keys");
  refused("mixed.json", [{ ...key, x: other.x, y: other.y }]);
  refused("short.json", [{ ...key, x: "x" }]);
  refused("same-kid.json", [key, { ...other, kid: key.kid }]);
});
