import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  sign,
  verify,
} from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeJwt, decodeProtectedHeader, type JWK } from "jose";
import { z } from "zod";
import { LocalBackendError } from "../config/errors.ts";
import type { BackendConfig } from "../config/schema.ts";

export interface GivenKeys {
  jwtSecret?: string;
  anon?: string;
  serviceRole?: string;
  publishable?: string;
  secret?: string;
  /** The first key signs new tokens. */
  signingKeys?: JWK[];
}

/** RFC 7518 §3.2: an HS256 key must have at least as many bits as the hash. */
const MIN_SECRET_CHARACTERS = 32;

const signingKey = z
  .looseObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    kid: z.string().min(1),
    d: z.string(),
    x: z.string(),
    y: z.string(),
  })
  .refine(isPair);

const signingKeys = z
  .array(signingKey)
  .min(1)
  .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length);

function isPair(jwk: JsonWebKey): boolean {
  try {
    const { d: _private, ...open } = jwk;
    const text = Buffer.from("test");
    const signature = sign("sha256", text, createPrivateKey({ key: jwk, format: "jwk" }));
    return verify("sha256", text, createPublicKey({ key: open, format: "jwk" }), signature);
  } catch {
    return false;
  }
}

export function readGivenKeys(config: BackendConfig["auth"], projectDir: string): GivenKeys {
  const { jwt_secret, anon_key, service_role_key, publishable_key, secret_key } = config;
  if (jwt_secret !== "" && jwt_secret.length < MIN_SECRET_CHARACTERS) {
    throw bad("jwt_secret", `needs at least ${MIN_SECRET_CHARACTERS} characters`);
  }
  if (jwt_secret === "" && (anon_key !== "" || service_role_key !== "")) {
    throw bad(
      "jwt_secret",
      "must be set with anon_key and service_role_key, because it signs them",
    );
  }
  requireRole("anon_key", anon_key, { secret: jwt_secret, role: "anon" });
  requireRole("service_role_key", service_role_key, { secret: jwt_secret, role: "service_role" });
  requirePrefix("publishable_key", publishable_key, "sb_publishable_");
  requirePrefix("secret_key", secret_key, "sb_secret_");
  return {
    ...(jwt_secret === "" ? {} : { jwtSecret: jwt_secret }),
    ...(anon_key === "" ? {} : { anon: anon_key }),
    ...(service_role_key === "" ? {} : { serviceRole: service_role_key }),
    ...(publishable_key === "" ? {} : { publishable: publishable_key }),
    ...(secret_key === "" ? {} : { secret: secret_key }),
    ...readSigningKeys(config.signing_keys_path, projectDir),
  };
}

/** Checks the role: if `anon_key` were a service_role key, visitors would get all rights. */
function requireRole(name: string, key: string, wanted: { secret: string; role: string }): void {
  if (key === "" || isKeyOf(key, wanted)) return;
  throw bad(
    name,
    `must be a key with the role ${wanted.role}, signed with jwt_secret. If you leave it out, the backend signs one`,
  );
}

function isKeyOf(key: string, { secret, role }: { secret: string; role: string }): boolean {
  const [text = "", signature] = key.split(/\.(?=[^.]*$)/);
  if (createHmac("sha256", secret).update(text).digest("base64url") !== signature) return false;
  return decodeProtectedHeader(key).alg === "HS256" && decodeJwt(key).role === role;
}

function requirePrefix(name: string, key: string, prefix: string): void {
  if (key !== "" && !key.startsWith(prefix)) throw bad(name, `must begin with ${prefix}`);
}

function readSigningKeys(path: string, projectDir: string): Pick<GivenKeys, "signingKeys"> {
  if (path === "") return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(resolve(projectDir, path), "utf8"));
  } catch (cause) {
    throw bad("signing_keys_path", `${path} cannot be read as JSON`, cause);
  }
  const keys = signingKeys.safeParse(content);
  if (!keys.success) {
    throw bad(
      "signing_keys_path",
      `${path} must list private ES256 keys, each with a different kid`,
    );
  }
  // Web Crypto refuses "verify" in `key_ops` of a private key, but the CLI writes "sign" and
  // "verify".
  return {
    signingKeys: keys.data.map((key) => ({ ...key, alg: "ES256", use: "sig", key_ops: ["sign"] })),
  };
}

function bad(name: string, reason: string, cause?: unknown): LocalBackendError {
  return new LocalBackendError("bad_config", `auth.${name} ${reason}.`, { cause });
}
