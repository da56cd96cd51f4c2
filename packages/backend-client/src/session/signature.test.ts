import * as node from "node:crypto";
import fc from "fast-check";
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { samples } from "../../test/support/samples.js";
import { defineBackend } from "../config/define-backend.js";
import * as nodePlatform from "../crypto/node.js";
import * as webPlatform from "../crypto/web.js";
import { findDateFault, findPartyFault, parseClaims } from "./claims.js";
import { parseJwt } from "./jwt.js";
import { checkWithSecret, importKey, isPlainHeader } from "./signature.js";

async function signer(alg: string, options: { modulusLength?: number; crv?: string } = {}) {
  const pair = await generateKeyPair(alg, { extractable: true, ...options });
  const jwk: JWK = { ...(await exportJWK(pair.publicKey)), kid: "k", alg };
  const sign = (payload: Record<string, unknown> = { sub: "ada" }) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid: "k" }).sign(pair.privateKey);
  return { pair, jwk, sign };
}

const signers = await Promise.all(["ES256", "RS256", "EdDSA"].map((alg) => signer(alg)));
const es256 = signers[0];
if (!es256) throw new Error("no signer");

describe.each([
  ["node:crypto", nodePlatform],
  ["WebCrypto", webPlatform],
])("a signature checked by %s", (_name, crypto) => {
  const check = async (jwk: JWK, token: string) => {
    const key = await importKey(jwk, crypto);
    const jwt = parseJwt(token);
    return key && jwt ? key.check(jwt) : null;
  };

  it.each(signers.map((each) => [each.jwk.alg, each] as const))(
    "with %s is accepted only if the payload, the whole signature and the key match",
    async (alg, { jwk, sign }) => {
      const token = await sign();
      expect(await check(jwk, token)).toBe(true);
      const { alg: _, ...unnamed } = jwk;
      expect((await importKey(unnamed, crypto))?.alg).toBe(alg);
      const [head, body = "", signature = ""] = token.split(".");
      const other = Buffer.from('{"sub":"eve"}').toString("base64url");
      expect(await check(jwk, `${head}.${other}.${signature}`)).toBe(false);
      expect(await check(jwk, `${head}.${body}.${signature.slice(0, -2)}`)).toBe(false);
      expect(await check(jwk, `${head}.${body}.${signature}AA`)).toBe(false);
      expect(await check((await signer(jwk.alg ?? "")).jwk, token)).toBe(false);
    },
  );

  it("is rejected in DER encoding, because a JWT contains the raw values r and s", async () => {
    const { pair, jwk } = es256;
    const [head, body] = (await es256.sign()).split(".");
    const key = node.KeyObject.from(pair.privateKey as node.webcrypto.CryptoKey);
    const der = node.sign("sha256", Buffer.from(`${head}.${body}`), key).toString("base64url");
    expect(await check(jwk, `${head}.${body}.${der}`)).toBe(false);
  });

  it("is not checked with a key of another algorithm, curve or purpose", async () => {
    const { jwk } = es256;
    expect(await importKey({ ...jwk, use: "enc" }, crypto)).toBeNull();
    expect(await importKey({ ...jwk, alg: "HS256" }, crypto)).toBeNull();
    expect(await importKey({ ...jwk, alg: "RS256" }, crypto)).toBeNull();
    expect(await importKey({ kty: "oct", k: "c2VjcmV0", alg: "HS256" }, crypto)).toBeNull();
    expect(await importKey({ kty: "oct", k: "c2VjcmV0" }, crypto)).toBeNull();
    expect(await importKey({ kty: "oct", k: "c2VjcmV0", alg: "RS256" }, crypto)).toBeNull();
    const p384 = (await signer("ES384")).jwk;
    expect(await importKey(p384, crypto)).toBeNull();
    expect(await importKey({ ...p384, alg: "ES256" }, crypto)).toBeNull();
    await expect(importKey({ ...jwk, x: "AAAA" }, crypto)).rejects.toThrow();
  });
});

it("an RSA key under 2048 bits is refused at import", async () => {
  const generate = (modulusLength: number): JWK => {
    const { publicKey } = node.generateKeyPairSync("rsa", { modulusLength });
    return { ...publicKey.export({ format: "jwk" }), alg: "RS256" } as JWK;
  };
  for (const platform of [nodePlatform, webPlatform]) {
    await expect(importKey(generate(1024), platform)).rejects.toThrow(/too short/);
    await expect(importKey(generate(2047), platform)).rejects.toThrow(/too short/);
    expect((await importKey(generate(2048), platform))?.alg).toBe("RS256");
    await expect(importKey({ kty: "RSA", n: "AAAA", e: "AQAB" }, platform)).rejects.toThrow();
  }
});

it("leading zeros do not count as bits of an RSA key", async () => {
  const { publicKey } = node.generateKeyPairSync("rsa", { modulusLength: 1024 });
  const short = publicKey.export({ format: "jwk" }) as JWK;
  const zeros = Buffer.alloc(300);
  const padded = Buffer.concat([zeros, Buffer.from(short.n ?? "", "base64url")]);
  for (const n of [padded.toString("base64url"), zeros.toString("base64url"), undefined]) {
    const { n: _, ...rest } = short;
    const jwk = n === undefined ? rest : { ...rest, n };
    await expect(importKey(jwk)).rejects.toThrow(/too short/);
  }
});

it("a shared secret verifies HS256, but not HS512", async () => {
  const secret = "a secret of at least sixty-four bytes, which is what HS512 asks for, or more";
  const check = checkWithSecret(secret);
  const sign = async (alg: string) => {
    const key = new TextEncoder().encode(secret);
    const token = await new SignJWT({ sub: "ada" }).setProtectedHeader({ alg }).sign(key);
    return parseJwt(token) ?? expect.fail("no token");
  };
  expect(await check(await sign("HS256"))).toBe(true);
  expect(await check(await sign("HS512"))).toBe(false);
});

describe("the parts of a token", () => {
  it("are parsed only if all three are Base64url, and header and payload are JSON objects", async () => {
    const token = await es256.sign();
    expect(parseJwt(token)).toMatchObject({ header: { alg: "ES256" }, payload: { sub: "ada" } });
    const [head = "", body = "", signature = ""] = token.split(".");
    const text = (value: string) => Buffer.from(value).toString("base64url");
    for (const broken of [
      "",
      "a.b",
      `${token}.x`,
      `${head}.${body}.`,
      `${head}.${body}.${signature}=`,
      `${head}.${body}.${signature} `,
      `${head}\n.${body}.${signature}`,
      `${text("[]")}.${body}.${signature}`,
      `${text("null")}.${body}.${signature}`,
      `${head}.${text('"x"')}.${signature}`,
      `${head}.${text("{")}.${signature}`,
    ]) {
      expect(parseJwt(broken), broken).toBeNull();
    }
  });

  it("are rejected with `crit` or `b64` in the header", () => {
    const jwt = { token: "", header: {}, payload: {}, signed: "", signature: "" };
    expect(isPlainHeader(jwt)).toBe(true);
    expect(isPlainHeader({ ...jwt, header: { crit: ["exp"] } })).toBe(false);
    expect(isPlainHeader({ ...jwt, header: { b64: false } })).toBe(false);
  });
});

it("a token's issuer, audience and dates are checked as jose checks them", async () => {
  const { pair, sign } = es256;
  const nowSeconds = 1_767_225_600;
  const backend = defineBackend({ runtime: { now: () => nowSeconds * 1000 + 999 } });
  const { issuer, audience } = backend;
  const date = fc.integer({ min: nowSeconds - 14, max: nowSeconds + 14 });
  const payload = fc.record(
    {
      exp: date,
      nbf: fc.oneof(date, fc.constant("soon")),
      iss: fc.constantFrom(issuer, `${issuer}/`, "https://evil.test"),
      aud: fc.constantFrom<unknown[]>(audience, "other", [], [audience], ["other", audience]),
    },
    { requiredKeys: ["exp", "iss", "aud"] },
  );
  const fixed = { sub: "ada", role: "authenticated", session_id: "s" };
  await fc.assert(
    fc.asyncProperty(payload, async (varied) => {
      const options = { issuer, audience, clockTolerance: 10 };
      const token = await sign({ ...fixed, ...varied });
      const theirs = await jwtVerify(token, pair.publicKey, {
        ...options,
        currentDate: new Date(backend.runtime.now()),
      }).then(
        () => true,
        () => false,
      );
      const claims = parseClaims({ ...fixed, ...varied });
      const ours =
        typeof claims !== "string" &&
        findPartyFault(claims, backend) === null &&
        findDateFault(claims, backend) === null;
      expect(ours, JSON.stringify(varied)).toBe(theirs);
    }),
    { numRuns: samples(400) },
  );
});
