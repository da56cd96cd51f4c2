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

/** Options of {@link signedInState}. Give the cookie options that the app's session server has. */
export interface SignedInStateOptions
  extends Pick<
    SessionServerOptions,
    "cookieDomain" | "cookiePrefix" | "cookieSeconds" | "secureCookies"
  > {
  /** Address of the app, which decides names and attributes of the cookies. */
  baseURL: string;
  /** The project of the app, from `defineBackend` or `createMemoryServer`. */
  backend: Omit<Backend, "__database" | "__claims">;
  /** Address of the account. */
  email: string;
  /** Password of the account. Required when `secretKey` is missing. */
  password?: string | undefined;
  /**
   * Secret key of the project: signs in with a generated link, without an email, and creates the
   * account if there is none. Required when `password` is missing.
   */
  secretKey?: string | undefined;
  /** Secret of the account's authenticator app: raises the session to `aal2`. Default: `aal1`. */
  totpSecret?: string | undefined;
  /** File to write, for `storageState` of a Playwright project. Default: none is written. */
  path?: string | undefined;
}

/** The service accepts the codes of the neighboring steps too, and each code once. */
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
 * Signs in at the auth service and returns the browser's cookies as Playwright's storage state. No
 * page is visited, so it works before the app runs. The state is a session: do not commit the file.
 * @throws BackendError if the service refuses or does not respond
 * @throws TypeError without `password` and `secretKey`, or without a factor for `totpSecret`
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
    // The limits protect a service from visitors.
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
    throw new TypeError("signedInState: give password or secretKey.");
  }
  const { now } = backend.runtime;
  if (totpSecret !== undefined) await raise(scope, totpSecret, now());
  const { headers } = scope.apply(new Response());
  const state = toStorageState(headers.getSetCookie(), { baseURL, nowMs: now() });
  if (path !== undefined) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    // The mode above applies to a new file only.
    await chmod(path, 0o600);
  }
  return state;
}
