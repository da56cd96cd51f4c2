import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import type { LocalBackend } from "../../src/index.ts";

export const USER_A = "00000000-0000-4000-8000-00000000000a";
const USER_B = "00000000-0000-4000-8000-00000000000b";

const HOUR_SECONDS = 3600;

export interface Signer {
  user(claims: JWTPayload): Promise<string>;
  withSharedSecret(claims: JWTPayload): Promise<string>;
}

export async function openSigner(backend: LocalBackend): Promise<Signer> {
  const file = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const [jwk] = file.signingKeys;
  const key = await importJWK(jwk, "ES256");
  return {
    user: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", typ: "JWT", kid: jwk.kid }).sign(key),
    withSharedSecret: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(Buffer.from(file.apiSecret, "base64url")),
  };
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export const claimsOf = (sub: string, more: JWTPayload = {}): JWTPayload => ({
  role: "authenticated",
  sub,
  aud: "authenticated",
  iat: nowSeconds(),
  exp: nowSeconds() + HOUR_SECONDS,
  ...more,
});

const base64url = (text: string): string => Buffer.from(text).toString("base64url");

export function withBrokenSignature(token: string): string {
  const [header, payload, signature = ""] = token.split(".");
  const first = signature.startsWith("A") ? "B" : "A";
  return [header, payload, first + signature.slice(1)].join(".");
}

/** Changes the object in the token's payload, but keeps the signature. */
export function withChangedPayload(token: string): string {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  return [header, base64url(JSON.stringify({ ...claims, url: "priv/other" })), signature].join(".");
}

const OWN_TOKENS: Readonly<Record<string, (signer: Signer) => Promise<string> | string>> = {
  "garbage token": () => "garbage",
  "a.b.c token": () => "a.b.c",
  "alg none": () => `${base64url('{"alg":"none"}')}.${base64url('{"role":"authenticated"}')}.`,
  "role missing db": ({ withSharedSecret }) =>
    withSharedSecret(claimsOf(USER_A, { role: "not_there" })),
  "role postgres": ({ withSharedSecret }) =>
    withSharedSecret(claimsOf(USER_A, { role: "postgres" })),
  "role supabase_admin": ({ withSharedSecret }) =>
    withSharedSecret(claimsOf(USER_A, { role: "supabase_admin" })),
  "role storage admin": ({ withSharedSecret }) =>
    withSharedSecret(claimsOf(USER_A, { role: "supabase_storage_admin" })),
  "sub not uuid": ({ user }) => user(claimsOf("not-a-uuid")),
  "nbf future": ({ user }) => user(claimsOf(USER_A, { nbf: nowSeconds() + HOUR_SECONDS })),
  "svc upload with sub": ({ withSharedSecret }) =>
    withSharedSecret(claimsOf(USER_A, { role: "service_role" })),
};

const OWN_AUTHORIZATIONS: Readonly<Record<string, (token: string) => string>> = {
  "empty bearer": () => "Bearer ",
  Basic: () => `Basic ${Buffer.from("a:b").toString("base64")}`,
  "lower bearer": (token) => `bearer ${token}`,
};

async function tokenOf(signer: Signer, backend: LocalBackend, as: string, name: string) {
  const own = OWN_TOKENS[name];
  if (own) return await own(signer);
  const user = (more?: JWTPayload) => signer.user(claimsOf(USER_A, more));
  switch (as) {
    case "B":
      return await signer.user(claimsOf(USER_B));
    case "anon":
      return backend.keys.anon;
    case "svc":
      return backend.keys.serviceRole;
    case "expired":
      return await user({ exp: nowSeconds() - HOUR_SECONDS });
    case "expired10":
      return await user({ exp: nowSeconds() - 10 });
    case "bad":
      return withBrokenSignature(await user());
    case "hsA":
      return await signer.withSharedSecret(claimsOf(USER_A));
    case "nosub": {
      const { sub: _sub, ...claims } = claimsOf(USER_A);
      return await signer.user(claims);
    }
    default:
      return await user();
  }
}

export async function credentialsOf(
  signer: Signer,
  backend: LocalBackend,
  { as, name }: { as: string; name: string },
): Promise<Record<string, string>> {
  if (as === "none") return {};
  const apikey = backend.keys.publishable;
  if (as === "key") return { apikey };
  const token = await tokenOf(signer, backend, as, name);
  const authorization = OWN_AUTHORIZATIONS[name]?.(token) ?? `Bearer ${token}`;
  return { apikey, authorization };
}

export async function userToken(signer: Signer): Promise<string> {
  return await signer.user(claimsOf(USER_A));
}
