import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Backend } from "../../config/define-backend.js";
import { type BackendError, unwrap } from "../../errors/backend-error.js";
import type { SessionServerOptions } from "../../server/options.js";
import type { Scope } from "../../server/scope-type.js";
import { createSessionServer } from "../../server/session-server.js";
import { createMemoryJar } from "../memory-jar.js";
import { totpCode } from "../totp.js";
import { generateLink } from "./generated-link.js";
import { type StorageState, toStorageState } from "./storage-state.js";

/**
 * Options of {@link signedInState}. The cookie options must be those of the app's session server.
 */
export interface SignedInStateOptions
  extends Pick<
    SessionServerOptions,
    "cookieDomain" | "cookiePrefix" | "cookieSeconds" | "secureCookies"
  > {
  /** URL of the app. The names and attributes of the cookies depend on it. */
  baseURL: string;
  /** The app's project, from `defineBackend` or `createMemoryServer`. */
  backend: Omit<Backend, "__database" | "__claims">;
  /** Email address of the account. */
  email: string;
  /** Password of the account. Required when `secretKey` is missing. */
  password?: string | undefined;
  /**
   * Secret key of the project. With it, the function signs in without an email, and creates the
   * account if it does not exist. Required when `password` is missing.
   */
  secretKey?: string | undefined;
  /**
   * Secret of the account's authenticator app. With it, the session reaches `aal2`. Default:
   * `aal1`.
   */
  totpSecret?: string | undefined;
  /** File to write, for Playwright's `storageState`. Default: no file. */
  path?: string | undefined;
}

/**
 * Offsets of the codes to try, in milliseconds. The service accepts each code only once, but also
 * accepts the next and the previous code.
 */
const STEPS_MS = [0, 30_000, -30_000];

async function raise(scope: Scope<unknown>, secret: string, nowMs: number): Promise<void> {
  const { mfa } = scope.auth;
  const { totp } = unwrap(await mfa.listFactors());
  let refusal: BackendError | null = null;
  for (const { id } of totp) {
    for (const step of STEPS_MS) {
      const code = await totpCode(secret, nowMs + step);
      const { error } = await mfa.challengeAndVerify({ factorId: id, code });
      if (!error) return;
      refusal = error;
      if (error.code !== "mfa_verification_failed") throw error;
    }
  }
  throw refusal ?? new TypeError("signedInState: the account has no authenticator app.");
}

/**
 * Signs in at the auth service and returns the browser's cookies as Playwright's storage state. The
 * app does not have to run, because the function visits no page. Do not commit the file: it
 * contains a session.
 * @throws BackendError if the service refuses or does not respond
 * @throws TypeError if both `password` and `secretKey` are missing, or if the account has no
 * authenticator app for `totpSecret`
 * @example
 * const email = "olivia@example.test";
 * const baseURL = "http://127.0.0.1:3000";
 * await signedInState({ baseURL, backend, email, password: "correct", path: ".auth/olivia.json" });
 */
export async function signedInState(options: SignedInStateOptions): Promise<StorageState> {
  const { baseURL, email, password, secretKey, totpSecret, path, ...cookies } = options;
  const backend: Backend = options.backend;
  const sessions = createSessionServer(backend, {
    ...cookies,
    // Tests need no rate limits, which protect the service from visitors.
    clientLimit: false,
    serviceLimit: false,
    logger: false,
  });
  const scope = sessions.open(createMemoryJar({ origin: new URL(baseURL).origin }).request("/"));
  if (password !== undefined) {
    unwrap(await scope.auth.signInWithPassword({ email, password }));
  } else if (secretKey !== undefined) {
    unwrap(await scope.auth.verifyOtp(await generateLink(backend, { secretKey, email })));
  } else {
    throw new TypeError("signedInState: pass password or secretKey.");
  }
  const { now } = backend.runtime;
  if (totpSecret !== undefined) await raise(scope, totpSecret, now());
  const { headers } = scope.apply(new Response());
  const state = toStorageState(headers.getSetCookie(), { baseURL, nowMs: now() });
  if (path !== undefined) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    // `mode` above has no effect on an existing file.
    await chmod(path, 0o600);
  }
  return state;
}
