import type { User } from "@supabase/supabase-js";
import type { AccessTokenSource, ServiceOptions } from "../config/authorized-fetch.js";
import type { Backend, UntypedDatabase } from "../config/define-backend.js";
import type { Cookie } from "../cookies/chunk.js";
import { Jar } from "../cookies/jar.js";
import { type CookieChange, serializeCookie } from "../cookies/options.js";
import { createDataClient, type DataClient } from "../data/data-client.js";
import { BackendError } from "../errors/backend-error.js";
import { createFunctionsClient, type FunctionsClient } from "../functions/functions-client.js";
import { resolveSession } from "../session/resolve.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import { SessionStore } from "../session/store.js";
import { createStorageClient, type StorageClient } from "../storage/storage-client.js";
import type { AuthFlows } from "./auth-flow-types.js";
import { createAuthFlows } from "./auth-flows.js";
import type { ServerSettings } from "./options.js";

/** The data families, acting as one caller. */
export interface Families<Database> {
  /** PostgREST's typed query builder. */
  readonly db: DataClient<Database>;
  readonly storage: StorageClient;
  readonly functions: FunctionsClient;
}

/**
 * One request: who makes it, and everything it may do. `db`, `storage` and `functions` act as the
 * signed-in user and fail closed, sending nothing, when there is none.
 */
export interface Scope<Database = UntypedDatabase> extends Families<Database> {
  /** Who is signed in; three states, never throws. Resolved once per scope. */
  session(): Promise<Session>;
  /** The session, refreshed even though none is due: new claims after a change on the server. */
  refresh(): Promise<Session>;
  /** @throws BackendError `session_missing`, or why the session is unavailable */
  requireSession(): Promise<AuthenticatedSession>;
  /**
   * Asks for a second factor, proven within `maxAge` seconds; it reads verified claims only.
   * @throws BackendError `insufficient_aal`, and as `requireSession`
   */
  requireAal2(options?: { maxAge?: number }): Promise<AuthenticatedSession>;
  /** Asks the auth service for the user, for an action that must notice revocation at once. */
  requireFreshUser(): Promise<User>;
  /** Supabase's auth flows; the session is kept right around them. */
  readonly auth: AuthFlows;
  /** The same families as an anonymous visitor, on purpose: public functions and the like. */
  readonly anonymous: Families<Database>;
  /** The cookies this request wants set so far. */
  cookieChanges(): readonly CookieChange[];
  /** Puts cookies, and `no-store` where a session was read, onto any response. */
  apply(response: Response): Response;
}

/** What a scope is opened with. */
export interface ScopeSource {
  getAll(): readonly Cookie[] | Promise<readonly Cookie[]>;
  setAll?: ((changes: readonly CookieChange[]) => void | Promise<void>) | undefined;
  secure: boolean;
  /** Whether tokens may rotate: false in pages and for prefetches. */
  canWrite: boolean;
}

/** The header of every response that was rendered for someone. */
export const NO_STORE = "private, no-store";

/** @internal Scope with the doors the handlers need. */
export interface InnerScope<Database = UntypedDatabase> extends Scope<Database> {
  readonly store: () => Promise<SessionStore>;
  readonly jar: () => Promise<Jar>;
}

/** Opens the scope of one request. */
export function createScope<Database>(
  backend: Backend<Database>,
  settings: ServerSettings,
  source: ScopeSource,
): InnerScope<Database> {
  let opened: Promise<{ jar: Jar; store: SessionStore }> | null = null;
  let changes: () => CookieChange[] = () => [];
  let flushed: readonly CookieChange[] = [];
  let isRead = false;
  let resolved: Promise<Session> | null = null;
  let families: Families<Database> | null = null;
  let anonymous: Families<Database> | null = null;
  let flows: AuthFlows | null = null;

  const open = (): Promise<{ jar: Jar; store: SessionStore }> => {
    isRead = true;
    opened ??= (async () => {
      const jar = new Jar(await source.getAll(), {
        secure: source.secure,
        domain: settings.cookieDomain,
      });
      changes = () => jar.changes();
      return { jar, store: new SessionStore(backend, jar, settings.cookieSeconds) };
    })();
    return opened;
  };

  const flush = async (): Promise<void> => {
    const now = changes();
    const fresh = now.filter((change) => !flushed.includes(change));
    if (!source.setAll || fresh.length === 0) return;
    flushed = now;
    await source.setAll(fresh);
  };

  const resolve = async (force: boolean): Promise<Session> => {
    const { store } = await open();
    const session = await resolveSession(backend, store, {
      canWrite: source.canWrite,
      force: force && source.canWrite,
      secret: settings.jwtSecret,
    });
    await flush();
    return session;
  };

  const session = (): Promise<Session> => {
    resolved ??= resolve(false);
    return resolved;
  };

  const requireSession = async (): Promise<AuthenticatedSession> => {
    const found = await session();
    if (found.status === "authenticated") return found;
    if (found.status === "unavailable") throw found.error;
    throw new BackendError({
      kind: "auth",
      code: "session_missing",
      message: "Nobody is signed in. Send the visitor to the sign-in page.",
      operation: "auth.session",
    });
  };

  const getAccessToken: AccessTokenSource = async () => (await requireSession()).accessToken;

  const createFamilies = (token?: AccessTokenSource): Families<Database> => {
    const { url, anonKey, runtime } = backend;
    const options: ServiceOptions = {
      url,
      anonKey,
      runtime,
      ...(token ? { getAccessToken: token } : {}),
    };
    return {
      db: createDataClient<Database>(options),
      storage: createStorageClient(options),
      functions: createFunctionsClient(options),
    };
  };

  const own = (): Families<Database> => {
    families ??= createFamilies(getAccessToken);
    return families;
  };

  return {
    store: async () => (await open()).store,
    jar: async () => (await open()).jar,
    session,
    refresh: () => {
      resolved = resolve(true);
      return resolved;
    },
    requireSession,
    async requireAal2({ maxAge } = {}) {
      const found = await requireSession();
      const proven = found.claims.amr?.find(({ method }) =>
        /^(totp|phone|mfa\/|webauthn)/.test(method),
      );
      const ageSeconds = backend.runtime.now() / 1000 - (proven?.timestamp ?? 0);
      if (found.claims.aal === "aal2" && (maxAge === undefined || ageSeconds <= maxAge))
        return found;
      throw new BackendError({
        kind: "auth",
        code: "insufficient_aal",
        message: "A second factor is needed, or was given too long ago. Ask for it again.",
        operation: "auth.aal2",
      });
    },
    async requireFreshUser() {
      const { data, error } = await this.auth.getUser();
      if (error) throw error;
      return data.user;
    },
    get db() {
      return own().db;
    },
    get storage() {
      return own().storage;
    },
    get functions() {
      return own().functions;
    },
    get anonymous() {
      anonymous ??= createFamilies();
      return anonymous;
    },
    get auth(): AuthFlows {
      flows ??= createAuthFlows({
        backend,
        open,
        session,
        refresh: () => {
          resolved = resolve(true);
          return resolved;
        },
        changed: async () => {
          resolved = null;
          await flush();
        },
        canWrite: source.canWrite,
        secret: settings.jwtSecret,
      });
      return flows;
    },
    cookieChanges: () => changes(),
    apply(response) {
      const pending = changes();
      if (!isRead && pending.length === 0) return response;
      const answer = withMutableHeaders(response);
      for (const change of pending) answer.headers.append("set-cookie", serializeCookie(change));
      answer.headers.set("cache-control", NO_STORE);
      return answer;
    },
  };
}

/** Redirects and fetched responses have locked headers; a copy keeps status and stream. */
function withMutableHeaders(response: Response): Response {
  try {
    response.headers.set("cache-control", response.headers.get("cache-control") ?? NO_STORE);
    return response;
  } catch {
    return new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: new Headers(response.headers),
    });
  }
}
