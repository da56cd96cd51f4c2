import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { LocalBackendError } from "../config/errors.ts";
import type { GivenKeys } from "./given-keys.ts";

export interface BackendKeys {
  /** Legacy key: an HS256 JWT with the role `anon`. */
  anon: string;
  /** Legacy key: an HS256 JWT with the role `service_role`. */
  serviceRole: string;
  /** Grants only the role `anon`, so the key can be public and the same for every backend. */
  publishable: string;
  /** Grants the rights of `service_role`. */
  secret: string;
}

export interface DatabasePasswords {
  supabase_admin: string;
  postgres: string;
  authenticator: string;
}

export interface KeyFile {
  keys: BackendKeys;
  passwords: DatabasePasswords;
  /** Signs the two legacy keys: 32 bytes in base64url. */
  apiSecret: string;
  /** Signs tokens for a single purpose: 32 bytes in base64url. */
  internalSecret: string;
  /** The first key signs new tokens. All keys verify tokens. */
  signingKeys: JWK[];
  /** Keys in config.toml at the last start, for commands that do not read config.toml. */
  given?: GivenKeys;
}

/** Same key for every local backend, so that clients need no configuration. */
export const PUBLISHABLE_KEY = "sb_publishable_local";

const API_KEY_SECONDS = 10 * 365 * 86_400;

const random = () => randomBytes(32).toString("base64url");

export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = randomBytes(8).toString("hex");
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
}

function signApiKey(apiSecret: string, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(apiSecret, "base64url"));
}

/**
 * Issuer and expiry of the Supabase CLI, so that a JWT secret gives the same API keys as in the
 * CLI.
 */
const CLI_ISSUER = "supabase-demo";
const CLI_EXPIRY_SECONDS = 1_983_812_996;

/** Puts the signing keys of config.toml before the stored keys, which still verify tokens. */
export async function applyGivenKeys(file: KeyFile): Promise<KeyFile> {
  const { given = {} } = file;
  const { publishable, secret, jwtSecret, signingKeys = [] } = given;
  const keys = {
    ...file.keys,
    ...(publishable === undefined ? {} : { publishable }),
    ...(secret === undefined ? {} : { secret }),
  };
  const all = { ...file, keys, signingKeys: [...signingKeys, ...file.signingKeys] };
  if (jwtSecret === undefined) return all;
  const apiSecret = Buffer.from(jwtSecret).toString("base64url");
  const sign = (role: string) =>
    signApiKey(apiSecret, { iss: CLI_ISSUER, role, exp: CLI_EXPIRY_SECONDS });
  const anon = given.anon ?? (await sign("anon"));
  const serviceRole = given.serviceRole ?? (await sign("service_role"));
  return { ...all, apiSecret, keys: { ...keys, anon, serviceRole } };
}

async function createKeyFile(nowSeconds: number): Promise<KeyFile> {
  const apiSecret = random();
  const exp = nowSeconds + API_KEY_SECONDS;
  const sign = (role: string) =>
    signApiKey(apiSecret, { role, iss: "supabase-local", iat: nowSeconds, exp });
  return {
    keys: {
      anon: await sign("anon"),
      serviceRole: await sign("service_role"),
      publishable: PUBLISHABLE_KEY,
      secret: `sb_secret_${random()}`,
    },
    passwords: { supabase_admin: random(), postgres: random(), authenticator: random() },
    apiSecret,
    internalSecret: random(),
    signingKeys: [await createSigningKey()],
  };
}

export async function openKeyFile(
  dataDir: string,
  now: () => number,
): Promise<{ file: KeyFile; save(file: KeyFile): void }> {
  const path = join(dataDir, "keys.json");
  const save = (file: KeyFile) => {
    writeFileSync(`${path}.new`, JSON.stringify(file, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  if (existsSync(path)) {
    const file = readKeyFile(path);
    protect(path);
    return { file, save };
  }
  const file = await createKeyFile(Math.floor(now() / 1000));
  save(file);
  return { file, save };
}

function readKeyFile(path: string): KeyFile {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as KeyFile;
  } catch (cause) {
    throw new LocalBackendError(
      "data_directory_unusable",
      `Cannot read the keys in ${path}. Restore the file, or choose a new data directory.`,
      { cause },
    );
  }
}

function protect(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (cause) {
    const owner = `another system user (uid ${statSync(path).uid})`;
    throw new LocalBackendError(
      "data_directory_unusable",
      `The data directory ${dirname(path)} cannot be used: its keys.json belongs to ${owner}; ` +
        "run as that user or choose another folder.",
      { cause },
    );
  }
}
