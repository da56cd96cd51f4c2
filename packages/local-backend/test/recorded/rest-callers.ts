import type { JWTPayload } from "jose";
import type { LocalBackend } from "../../src/index.ts";
import {
  claimsOf,
  nowSeconds,
  type Signer,
  USER_A,
  withBrokenSignature,
} from "./storage-callers.ts";

interface Presented {
  apikey?: string;
  authorization?: string;
}

interface Callers {
  signer: Signer;
  keys: LocalBackend["keys"];
}

const HOUR_SECONDS = 3600;
const MORE = { email: "a@x.io", iss: "x", session_id: "00000000-0000-4000-8000-0000000000a1" };

const bearer = (token: string) => `Bearer ${token}`;
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Maps the recorded name of a call (after `auth: `) to the keys that the call sends. */
const KEYS: Readonly<Record<string, (keys: LocalBackend["keys"], user: string) => Presented>> = {
  "no key": () => ({}),
  "apikey publishable": ({ publishable }) => ({ apikey: publishable }),
  "apikey anon": ({ anon }) => ({ apikey: anon }),
  "apikey secret": ({ secret }) => ({ apikey: secret }),
  "apikey service": ({ serviceRole }) => ({ apikey: serviceRole }),
  "apikey wrong": () => ({ apikey: "wrong" }),
  "apikey empty": () => ({ apikey: "" }),
  "apikey anon tampered": ({ anon }) => ({ apikey: withBrokenSignature(anon) }),
  "apikey = foreign jwt role anon": () => ({
    apikey: `${base64url('{"alg":"HS256"}')}.${base64url('{"role":"anon"}')}.c2lnbmF0dXJl`,
  }),
  "publishable as bearer too": ({ publishable }) => ({
    apikey: publishable,
    authorization: bearer(publishable),
  }),
  "secret as bearer too": ({ secret }) => ({ apikey: secret, authorization: bearer(secret) }),
  "publishable key, secret bearer": ({ publishable, secret }) => ({
    apikey: publishable,
    authorization: bearer(secret),
  }),
  "secret key, publishable bearer": ({ publishable, secret }) => ({
    apikey: secret,
    authorization: bearer(publishable),
  }),
  "publishable key, service jwt bearer": ({ publishable, serviceRole }) => ({
    apikey: publishable,
    authorization: bearer(serviceRole),
  }),
  "secret + user jwt": ({ secret }, user) => ({ apikey: secret, authorization: bearer(user) }),
  "bearer only, no apikey": (_keys, user) => ({ authorization: bearer(user) }),
  "anon bearer only": ({ anon }) => ({ authorization: bearer(anon) }),
  "unknown sb bearer": ({ publishable }) => ({
    apikey: publishable,
    authorization: bearer("sb_secret_unknown"),
  }),
  "basic auth": ({ publishable }) => ({
    apikey: publishable,
    authorization: `Basic ${Buffer.from("a:b").toString("base64")}`,
  }),
  "bearer empty": ({ publishable }) => ({ apikey: publishable, authorization: "Bearer " }),
  "bearer garbage": ({ publishable }) => ({
    apikey: publishable,
    authorization: bearer("garbage"),
  }),
  "bearer lower": ({ publishable }, user) => ({
    apikey: publishable,
    authorization: `bearer ${user}`,
  }),
  "no scheme": ({ publishable }, user) => ({ apikey: publishable, authorization: user }),
};

const CLAIMS: Readonly<Record<string, () => JWTPayload>> = {
  "role unknown": () => ({ role: "nobody" }),
  "aud other": () => ({ aud: "other" }),
  "aud array": () => ({ aud: ["authenticated"] }),
  "iss other": () => ({ iss: "https://other.example/auth/v1" }),
  "nbf future": () => ({ nbf: nowSeconds() + HOUR_SECONDS }),
  "iat future": () => ({ iat: nowSeconds() + HOUR_SECONDS }),
  "exp string": () => ({ exp: "soon" as unknown as number }),
};

async function ownToken(name: string, { signer }: Callers): Promise<string | undefined> {
  const role = /^role (?!unknown)(\w+)$/.exec(name)?.[1];
  if (role !== undefined) return await signer.user(claimsOf(USER_A, { ...MORE, role }));
  const claims = CLAIMS[name]?.();
  if (claims !== undefined) return await signer.user(claimsOf(USER_A, { ...MORE, ...claims }));
  if (name === "alg none") {
    return `${base64url('{"alg":"none"}')}.${base64url('{"role":"authenticated"}')}.`;
  }
  return undefined;
}

async function userToken(as: string, { signer }: Callers): Promise<string> {
  const claims = claimsOf(USER_A, MORE);
  switch (as) {
    case "expired":
      return await signer.user({ ...claims, exp: nowSeconds() - HOUR_SECONDS });
    case "expired10":
      return await signer.user({ ...claims, exp: nowSeconds() - 10 });
    case "bad":
      return withBrokenSignature(await signer.user(claims));
    case "hsA":
      return await signer.withSharedSecret(claims);
    case "norole":
      return await signer.user({ sub: USER_A, exp: nowSeconds() + HOUR_SECONDS });
    default:
      return await signer.user(claims);
  }
}

export async function restCredentials(
  { as, name }: { as: string; name: string },
  callers: Callers,
): Promise<Presented> {
  const { keys } = callers;
  const own = name.startsWith("auth: ") ? name.slice("auth: ".length) : undefined;
  const user = await userToken(as, callers);
  if (own !== undefined) {
    const presented = KEYS[own]?.(keys, user);
    if (presented) return presented;
    const token = (await ownToken(own, callers)) ?? user;
    return { apikey: keys.publishable, authorization: bearer(token) };
  }
  if (as === "none") return {};
  if (as === "key") return { apikey: keys.publishable };
  if (as === "svc") return { apikey: keys.secret };
  return { apikey: keys.publishable, authorization: bearer(user) };
}
