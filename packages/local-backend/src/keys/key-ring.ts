import { createHash, timingSafeEqual } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CryptoKey,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import type { GivenKeys } from "./given-keys.ts";
import {
  applyGivenKeys,
  type BackendKeys,
  createSigningKey,
  type DatabasePasswords,
  type KeyFile,
  openKeyFile,
} from "./key-file.ts";
import type { TokenClaims, Tokens } from "./tokens.ts";

class TokenError extends Error {
  readonly code: "bad_jwt" | "expired";

  constructor(code: "bad_jwt" | "expired", message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TokenError";
    this.code = code;
  }
}

export interface KeyRing {
  keys: BackendKeys;
  passwords: DatabasePasswords;
  tokens: Tokens;
  /** Keep the result secret, because it includes the shared secret. */
  verificationKeys(): { keys: JWK[] };
  /** Publishes a new key. The backend signs with the key only after `activate()`. */
  addSigningKey(): Promise<{
    kid: string;
    /**
     * Token with the role `anon`, signed with the new key. Tests whether a service accepts the key.
     */
    probe: string;
    activate(): void;
  }>;
}

/** @param given Default: the keys that config.toml had at the last start. */
export async function openKeyRing(
  dataDir: string,
  now: () => number,
  given?: GivenKeys,
): Promise<KeyRing> {
  const { file, save } = await openKeyFile(dataDir, now);
  if (given !== undefined && !isDeepStrictEqual(given, file.given ?? {})) {
    file.given = given;
    save(file);
  }
  const givenIds = new Set(file.given?.signingKeys?.map(({ kid }) => kid));
  return buildKeyRing(await applyGivenKeys(file), now, ({ signingKeys }) => {
    save({ ...file, signingKeys: signingKeys.filter(({ kid }) => !givenIds.has(kid)) });
  });
}

function publicPart({ d: _private, ...jwk }: JWK): JWK {
  return { ...jwk, key_ops: ["verify"] };
}

async function importES256(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new TypeError("not an asymmetric key");
  return key;
}

async function buildKeyRing(
  file: KeyFile,
  now: () => number,
  save: (file: KeyFile) => void,
): Promise<KeyRing> {
  const apiSecret = Buffer.from(file.apiSecret, "base64url");
  const internalSecret = Buffer.from(file.internalSecret, "base64url");
  const publicKeys = new Map<string, CryptoKey>();
  for (const jwk of file.signingKeys)
    publicKeys.set(jwk.kid ?? "", await importES256(publicPart(jwk)));

  const current = async () => {
    const jwk = file.signingKeys[0];
    if (!jwk) throw new TypeError("keys.json contains no signing key");
    return { kid: jwk.kid ?? "", key: await importES256(jwk) };
  };
  let signer = await current();

  const check = async (
    token: string,
    key: Uint8Array | ((header: JWTHeaderParameters) => CryptoKey | Uint8Array),
    algorithms: string[],
  ) => {
    try {
      const options = { algorithms, currentDate: new Date(now()) };
      const { payload } =
        typeof key === "function"
          ? await jwtVerify(token, key, options)
          : await jwtVerify(token, key, options);
      return payload;
    } catch (cause) {
      if (cause instanceof TokenError) throw cause;
      const isExpired = (cause as { code?: string }).code === "ERR_JWT_EXPIRED";
      throw isExpired
        ? new TokenError("expired", "token is expired", { cause })
        : new TokenError("bad_jwt", "token does not verify", { cause });
    }
  };

  /** Selects the key by `alg`, so that a key verifies only tokens of its own algorithm. */
  const keyOf = ({ alg, kid }: JWTHeaderParameters) => {
    const key = alg === "HS256" ? apiSecret : publicKeys.get(kid ?? "");
    if (!key) throw new TokenError("bad_jwt", "token names an unknown key");
    return key;
  };

  const read = async (token: string) => {
    const { role, ...claims } = await check(token, keyOf, ["HS256", "ES256"]);
    return { ...claims, ...(typeof role === "string" && { role }) };
  };

  const verify = async (token: string): Promise<TokenClaims> => {
    const { role, ...claims } = await read(token);
    if (role === undefined) throw new TokenError("bad_jwt", "token has no role");
    return { ...claims, role };
  };

  const tokens: Tokens = {
    verify,
    read,
    signUser: (payload) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: "ES256", kid: signer.kid, typ: "JWT" })
        .sign(signer.key),
    signInternal: (purpose, payload) =>
      new SignJWT({ ...payload, aud: purpose })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(internalSecret),
    verifyInternal: async (purpose, token): Promise<JWTPayload> => {
      const payload = await check(token, internalSecret, ["HS256"]);
      if (payload.aud !== purpose) throw new TokenError("bad_jwt", "token has another purpose");
      return payload;
    },
    publicKeys: () => ({ keys: file.signingKeys.map(publicPart) }),
    isServiceRole: async (bearer) => {
      if (isSame(bearer, file.keys.secret)) return true;
      try {
        return (await check(bearer, apiSecret, ["HS256"])).role === "service_role";
      } catch {
        return false;
      }
    },
  };

  return {
    keys: file.keys,
    passwords: file.passwords,
    tokens,
    verificationKeys: () => ({
      keys: [
        ...file.signingKeys.map(publicPart),
        { kty: "oct", alg: "HS256", k: file.apiSecret, key_ops: ["verify"] },
      ],
    }),
    addSigningKey: async () => {
      const jwk = await createSigningKey();
      const kid = jwk.kid ?? "";
      publicKeys.set(kid, await importES256(publicPart(jwk)));
      const key = await importES256(jwk);
      file.signingKeys.push(jwk);
      save(file);
      const probe = await new SignJWT({ role: "anon" })
        .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
        .setExpirationTime("1 minute")
        .sign(key);
      return {
        kid,
        probe,
        activate: () => {
          file.signingKeys = [jwk, ...file.signingKeys.filter((other) => other !== jwk)];
          save(file);
          signer = { kid, key };
        },
      };
    },
  };
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
