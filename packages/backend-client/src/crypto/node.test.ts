import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import type { JWK } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { KeyAlgorithm } from "./types.js";

/** Functions of `node:crypto` that throw in the current test. */
const broken = vi.hoisted(() => new Set<string>());

vi.mock("node:crypto", async (importOriginal) => {
  const real = await importOriginal<Record<string, (...args: unknown[]) => unknown>>();
  const names = ["verify", "hash", "createPublicKey"];
  return {
    ...real,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        (...args: unknown[]) => {
          if (broken.has(name)) throw new TypeError(`options.key is not accepted by ${name}`);
          return real[name]?.(...args);
        },
      ]),
    ),
  };
});

async function load() {
  vi.resetModules();
  const { sha256, importKey } = await import("./node.js");
  const { takeFallback } = await import("./fallback.js");
  return { sha256, importKey, takeFallback };
}

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const TEXT = "header.payload";

function signer(alg: KeyAlgorithm): { jwk: JWK; signature: string } {
  const { privateKey, publicKey } =
    alg === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : alg === "RS256"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : generateKeyPairSync("ed25519");
  const hash = alg === "EdDSA" ? null : "sha256";
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" as const };
  // The WebCrypto fallback reads the algorithm from the header of the signed text.
  const signed = signedText(alg);
  return {
    jwk: publicKey.export({ format: "jwk" }) as JWK,
    signature: sign(hash, Buffer.from(signed), key).toString("base64url"),
  };
}

function signedText(alg: KeyAlgorithm): string {
  return `${Buffer.from(JSON.stringify({ alg })).toString("base64url")}.e30`;
}

const ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;
const signers = ALGORITHMS.map((alg) => ({ alg, ...signer(alg) }));

beforeEach(() => broken.clear());

it("the crypto module uses Node's crypto and reports no fallback while Node's crypto works", async () => {
  const { sha256, importKey, takeFallback } = await load();
  expect(await sha256("abc")).toBe(ABC);
  for (const { alg, jwk, signature } of signers) {
    const check = await importKey(jwk, alg);
    const outcome = check({ signed: signedText(alg), signature });
    // WebCrypto would return a promise instead of a boolean.
    expect(outcome, alg).toBe(true);
  }
  expect(takeFallback()).toBeNull();
});

describe.each(["verify", "createPublicKey"])(
  "the crypto module when %s throws from the start",
  (name) => {
    it("verifies with WebCrypto and reports the cause once", async () => {
      broken.add(name);
      const { sha256, importKey, takeFallback } = await load();
      for (const { alg, jwk, signature } of signers) {
        const check = await importKey(jwk, alg);
        expect(await check({ signed: signedText(alg), signature }), alg).toBe(true);
        expect(await check({ signed: `${signedText(alg)}x`, signature }), alg).toBe(false);
      }
      expect(await sha256("abc")).toBe(ABC);
      expect(takeFallback()).toMatchObject({ cause: { name: "TypeError" } });
      expect(takeFallback()).toBeNull();
    });
  },
);

it("the crypto module verifies with WebCrypto when Node's crypto rejects a valid signature in the self-test", async () => {
  const { importKey, takeFallback } = await load();
  const [first] = signers;
  if (!first) throw new Error("no signer");
  const crypto = await import("node:crypto");
  vi.spyOn(crypto, "verify").mockReturnValueOnce(false as never);
  const check = await importKey(first.jwk, first.alg);
  const { signature } = first;
  expect(await check({ signed: signedText(first.alg), signature })).toBe(true);
  expect(takeFallback()).toMatchObject({ cause: { message: "The self-test failed." } });
});

it("the crypto module uses WebCrypto for the rest of the process after a call of Node's crypto has thrown", async () => {
  const { sha256, importKey, takeFallback } = await load();
  const checks = await Promise.all(
    signers.map(async ({ alg, jwk }) => ({ alg, check: await importKey(jwk, alg) })),
  );
  broken.add("verify");
  for (const [index, { alg, check }] of checks.entries()) {
    const signature = signers[index]?.signature ?? "";
    expect(await check({ signed: signedText(alg), signature }), alg).toBe(true);
  }
  expect(takeFallback()).not.toBeNull();
  broken.clear();
  const [first] = checks;
  // A promise shows that the module still uses WebCrypto.
  expect(first?.check({ signed: TEXT, signature: "AAAA" })).toBeInstanceOf(Promise);
  expect(await sha256("abc")).toBe(ABC);
  expect(takeFallback()).toBeNull();
});

it("the crypto module hashes with WebCrypto when Node's hash function throws", async () => {
  broken.add("hash");
  const { sha256, takeFallback } = await load();
  expect(await sha256("abc")).toBe(ABC);
  expect(takeFallback()).not.toBeNull();
});

it("the crypto module uses WebCrypto when only WebCrypto can read a key", async () => {
  const { importKey, takeFallback } = await load();
  const [first] = signers;
  if (!first) throw new Error("no signer");
  await importKey(first.jwk, first.alg);
  broken.add("createPublicKey");
  const check = await importKey(first.jwk, first.alg);
  const { signature } = first;
  expect(await check({ signed: signedText(first.alg), signature })).toBe(true);
  expect(takeFallback()).not.toBeNull();
});

it("the crypto module keeps Node's crypto when neither implementation can read a key", async () => {
  const { importKey, takeFallback } = await load();
  const jwk = { kty: "EC", crv: "P-256", x: "AAAA", y: "AAAA" };
  await expect(importKey(jwk, "ES256")).rejects.toThrow();
  expect(takeFallback()).toBeNull();
});

it("the crypto module keeps using Node's crypto when a visitor sends an invalid signature", async () => {
  const { importKey, takeFallback } = await load();
  const checks = await Promise.all(signers.map(({ alg, jwk }) => importKey(jwk, alg)));
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 0, maxLength: 600 }),
      fc.string(),
      async (signature, signed) => {
        for (const check of checks) {
          const encoded = Buffer.from(signature).toString("base64url");
          expect(check({ signed, signature: encoded })).toBe(false);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(takeFallback()).toBeNull();
});
