import type { User } from "@supabase/supabase-js";
import { AUTH_DEADLINE_MS } from "../config/constants.js";
import type { Backend, UntypedDatabase } from "../config/define-backend.js";
import type { Log } from "../config/logger.js";
import type { Cookie } from "../cookies/chunk.js";
import { Jar } from "../cookies/jar.js";
import { type CookieChange, serializeCookie } from "../cookies/options.js";
import { takeFallback } from "../crypto/fallback.js";
import type { DataClient } from "../data/data-client.js";
import { BackendError } from "../errors/backend-error.js";
import type { FunctionsClient } from "../functions/functions-client.js";
import { secondFactorAt } from "../session/amr.js";
import { CallTime } from "../session/call-time.js";
import type { RefreshNotes } from "../session/renew.js";
import { resolveSession } from "../session/resolve.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import { SessionStore } from "../session/store.js";
import type { StorageClient } from "../storage/storage-client.js";
import type { AuthFlows } from "./auth-flow-types.js";
import { createAuthFlows } from "./auth-flows.js";
import { Caller } from "./caller.js";
import type { RefreshTry } from "./flow-context.js";
import { oldCookiesAt } from "./migration.js";
import { forbidStoring, mayHaveSession, withMutableHeaders } from "./no-store.js";
import type { ServerSettings } from "./options.js";
import { createServiceClients, type ServiceClients } from "./service-clients.js";
import { refuseUnsupportedFactors } from "./unsupported-factors.js";
import { untilAborted } from "./until-aborted.js";

/**
 * One request: who makes it, and everything it may do. `db`, `storage` and `functions` act as the
 * signed-in user and fail closed, sending nothing, when there is none.
 */
export interface Scope<Database = UntypedDatabase> extends ServiceClients<Database> {
  /**
   * Who is signed in; three states. Resolved once per scope. Every failure is the state
   * `unavailable`: `cookies_read_only` when `setAll` throws, `unknown` with its `cause` for anything
   * unexpected. Only what `getAll` throws is passed on.
   */
  session(): Promise<Session>;
  /**
   * The session, refreshed even though none is due: new claims after a change on the server. Failures
   * are a state, as for `session`; where cookies cannot be written nothing is refreshed.
   */
  refresh(): Promise<Session>;
  /**
   * The session of someone who is signed in.
   * @throws BackendError `session_missing`, or why the session is unavailable
   */
  requireSession(): Promise<AuthenticatedSession>;
  /**
   * Asks for a second factor, proven within `maxAge` seconds. It reads verified claims; only when
   * they do not suffice, a call asks for the user's factors.
   * @throws BackendError `insufficient_aal`; `factor_unsupported` when all verified factors of the
   *   user are of a kind that the SDK does not offer (WebAuthn); and as `requireSession`
   */
  requireAal2(options?: { maxAge?: number }): Promise<AuthenticatedSession>;
  /**
   * Asks the auth service for the user, for an action that must notice revocation at once.
   * @throws BackendError what `auth.getUser` answers: `session_missing`, a terminal code such as
   *   `user_banned`, or kind `network`
   */
  requireFreshUser(): Promise<User>;
  /** Supabase's auth flows; the session is kept right around them. */
  readonly auth: AuthFlows;
  /** The same families as an anonymous visitor, on purpose: public functions and the like. */
  readonly anonymous: ServiceClients<Database>;
  /** The cookies this request wants set so far. */
  cookieChanges(): readonly CookieChange[];
  /**
   * Puts the request's cookies onto a response and closes the scope: from then on it is read-only. A
   * session that has to be refreshed is `unavailable` with `refresh_due`, and flows return
   * `cookies_read_only`. A response to a visitor who may be signed in is never stored by any cache,
   * whatever the app's own headers say.
   */
  apply(response: Response): Response;
}

/** What a scope is opened with. */
export interface ScopeSource {
  getAll(): readonly Cookie[] | Promise<readonly Cookie[]>;
  setAll?: ((changes: readonly CookieChange[]) => void | Promise<void>) | undefined;
  /** Whether the browser speaks https with the app. */
  secure(): boolean;
  /** The app's host name without port, where the request tells it. */
  host(): string | undefined;
  /** Whether tokens may rotate: false in pages and for prefetches. Asked when one should. */
  canWrite(): boolean;
  /** The request's headers where they are at hand; they tell the visitor's address. */
  headers: Pick<Headers, "get"> | undefined;
  /** Address of the other end of the connection, where the adapter knows it. */
  socketAddress: string | undefined;
  /** The caller's; ends the scope's calls. */
  signal: AbortSignal | undefined;
  /** Where the server reports what happens to all. */
  log: Log;
}

/** @internal Scope with the doors the handlers need. */
export interface InnerScope<Database = UntypedDatabase> extends Scope<Database> {
  store(): Promise<SessionStore>;
  jar(): Promise<Jar>;
  readonly caller: Caller;
  /** As `refresh`, and also returns the failure when the session is kept in spite of it. */
  tryRefresh(): Promise<RefreshTry>;
}

/** Where a request's cookies and their store stand once they were read. */
interface Opened {
  jar: Jar;
  store: SessionStore;
}

/** A class, since every page opens one: an object literal with these getters takes 1.5 µs. */
class RequestScope<Database> implements InnerScope<Database> {
  readonly #backend: Backend<Database>;
  readonly #settings: ServerSettings;
  readonly #source: ScopeSource;
  #time: CallTime | null = null;
  #hasFailed = false;
  readonly #notes: RefreshNotes = { failed: null };
  #opening: Opened | Promise<Opened> | null = null;
  #jar: Jar | null = null;
  /** What the response was given; null until then. */
  #applied: readonly CookieChange[] | null = null;
  #isReported = false;
  #flushed: readonly CookieChange[] = [];
  #resolved: Promise<Session> | null = null;
  #clients: ServiceClients<Database> | null = null;
  #anonymous: ServiceClients<Database> | null = null;
  #flows: AuthFlows | null = null;
  #caller: Caller | null = null;

  constructor(backend: Backend<Database>, settings: ServerSettings, source: ScopeSource) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
  }

  get caller(): Caller {
    this.#caller ??= new Caller(this.#backend, this.#settings, this.#source);
    return this.#caller;
  }

  async store(): Promise<SessionStore> {
    return (await this.#open()).store;
  }

  async jar(): Promise<Jar> {
    return (await this.#open()).jar;
  }

  session(): Promise<Session> {
    this.#resolved ??= untilAborted(this.#resolve(false), this.#source.signal);
    return this.#resolved;
  }

  refresh(): Promise<Session> {
    this.#resolved = untilAborted(this.#resolve(true), this.#source.signal);
    return this.#resolved;
  }

  async tryRefresh(): Promise<RefreshTry> {
    const session = await this.refresh();
    const { failed } = this.#notes;
    const error = session.status === "unavailable" ? session.error : (failed?.error ?? null);
    return { session, error };
  }

  async requireSession(): Promise<AuthenticatedSession> {
    const found = await this.session();
    if (found.status === "authenticated") return found;
    if (found.status === "unavailable") throw found.error;
    throw new BackendError({
      kind: "auth",
      code: "session_missing",
      message: "Nobody is signed in. Send the visitor to the sign-in page.",
      operation: "auth.session",
    });
  }

  async requireAal2({ maxAge }: { maxAge?: number } = {}): Promise<AuthenticatedSession> {
    const found = await this.requireSession();
    const ageSeconds = this.#backend.runtime.now() / 1000 - secondFactorAt(found.claims);
    if (found.claims.aal === "aal2" && (maxAge === undefined || ageSeconds <= maxAge)) return found;
    refuseUnsupportedFactors((await this.auth.mfa.listFactors()).data?.all ?? []);
    throw new BackendError({
      kind: "auth",
      code: "insufficient_aal",
      message: "A second factor is needed, or was given too long ago. Ask for it again.",
      operation: "auth.aal2",
    });
  }

  async requireFreshUser(): Promise<User> {
    const { data, error } = await this.auth.getUser();
    if (error) throw error;
    return data.user;
  }

  get db(): DataClient<Database> {
    return this.#own.db;
  }

  get storage(): StorageClient {
    return this.#own.storage;
  }

  get functions(): FunctionsClient {
    return this.#own.functions;
  }

  get anonymous(): ServiceClients<Database> {
    this.#anonymous ??= createServiceClients(this.#backend, { signal: this.#source.signal });
    return this.#anonymous;
  }

  get auth(): AuthFlows {
    const canWrite = () => this.#canWrite();
    this.#flows ??= createAuthFlows({
      backend: this.#backend,
      open: async () => this.#open(),
      session: () => this.session(),
      refresh: () => this.tryRefresh(),
      changed: async () => {
        this.#resolved = null;
        await this.#flush();
      },
      get canWrite() {
        return canWrite();
      },
      secret: this.#settings.jwtSecret,
      caller: this.caller,
      signal: this.#source.signal,
      log: this.#source.log,
    });
    return this.#flows;
  }

  cookieChanges(): readonly CookieChange[] {
    return this.#jar?.changes() ?? [];
  }

  apply(response: Response): Response {
    const pending = this.cookieChanges();
    this.#applied = pending;
    if (
      this.#opening === null &&
      !mayHaveSession(this.#source.headers, this.#settings.cookieNames.prefix)
    )
      return response;
    const answer = withMutableHeaders(response);
    for (const change of pending) answer.headers.append("set-cookie", serializeCookie(change));
    forbidStoring(answer.headers);
    return answer;
  }

  /** Not after `apply`: what is written then reaches no browser, and its tokens would be lost. */
  #canWrite(): boolean {
    if (!this.#source.canWrite()) return false;
    if (this.#applied === null) return true;
    this.#reportClosed();
    return false;
  }

  #reportClosed(): void {
    if (!this.#isReported) this.#source.log("scope_closed");
    this.#isReported = true;
  }

  #open(): Opened | Promise<Opened> {
    if (this.#opening === null) {
      const cookies = this.#source.getAll();
      this.#opening =
        "then" in cookies ? cookies.then((list) => this.#hold(list)) : this.#hold(cookies);
    }
    return this.#opening;
  }

  #hold(cookies: readonly Cookie[]): Opened {
    const { cookieDomain, cookieSeconds, cookieNames, migration, jwtSecret } = this.#settings;
    const source = this.#source;
    const jar = new Jar(cookies, {
      secure: source.secure(),
      domain: cookieDomain,
      names: cookieNames,
      old: oldCookiesAt(migration, this.#backend.runtime.now()),
      // Asked when a cookie is removed: most requests remove none.
      get host() {
        return source.host();
      },
    });
    this.#jar = jar;
    return { jar, store: new SessionStore(this.#backend, jar, cookieSeconds, jwtSecret) };
  }

  async #resolve(force: boolean): Promise<Session> {
    // Only what `getAll` throws is passed on.
    const opened = this.#open();
    const { store } = "then" in opened ? await opened : opened;
    try {
      return await this.#resolveFrom(store, force);
    } catch (cause) {
      return { status: "unavailable", error: unexpected(cause) };
    } finally {
      if (takeFallback()) this.#source.log("crypto_fallback");
    }
  }

  async #resolveFrom(store: SessionStore, force: boolean): Promise<Session> {
    const session = await this.#ask(store, force);
    this.#hasFailed = session.status === "unavailable" || this.#notes.failed !== null;
    try {
      const isToAdopt = session.status === "authenticated" && !store.isAdopted;
      if (isToAdopt && this.#applied === null && this.#source.canWrite()) store.adopt();
      if (this.cookieChanges().length > 0) await this.#flush();
    } catch (cause) {
      return { status: "unavailable", error: cookiesRefused(cause) };
    }
    return session;
  }

  #ask(store: SessionStore, force: boolean): Promise<Session> {
    return resolveSession(this.#backend, store, {
      canWrite: () => this.#canWrite(),
      force: force && this.#canWrite(),
      secret: this.#settings.jwtSecret,
      time: this.#sessionTime(),
      notes: this.#notes,
      headers: this.caller.forwarded,
      log: this.#source.log,
      limiter: this.caller,
    });
  }

  /**
   * 3 s for each resolution; what followed a failure in this request has what that left, so that
   * no one waits longer.
   */
  #sessionTime(): CallTime {
    if (!this.#time || !this.#hasFailed) {
      this.#time = new CallTime(this.#backend.runtime, AUTH_DEADLINE_MS);
    }
    return this.#time;
  }

  async #flush(): Promise<void> {
    const now = this.cookieChanges();
    // Work that was under way when the response was given its cookies.
    if (this.#applied && now.some((change) => !this.#applied?.includes(change))) {
      this.#reportClosed();
    }
    const fresh = now.filter((change) => !this.#flushed.includes(change));
    if (!this.#source.setAll || fresh.length === 0) return;
    this.#flushed = now;
    await this.#source.setAll(fresh);
  }

  get #own(): ServiceClients<Database> {
    this.#clients ??= createServiceClients(this.#backend, {
      getAccessToken: async () => (await this.requireSession()).accessToken,
      signal: this.#source.signal,
    });
    return this.#clients;
  }
}

/** Opens the scope of one request. */
export function createScope<Database>(
  backend: Backend<Database>,
  settings: ServerSettings,
  source: ScopeSource,
): InnerScope<Database> {
  return new RequestScope(backend, settings, source);
}

/** What `setAll` threw after tokens had rotated; the browser keeps the cookies of before. */
function cookiesRefused(cause: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "cookies_read_only",
    message: "The session's new cookies could not be set: `setAll` threw. Open pages read-only.",
    operation: "auth.session",
    cause,
  });
}

/** What no check foresaw, such as an option of the app that throws. */
function unexpected(cause: unknown): BackendError {
  return new BackendError({
    kind: "auth",
    code: "unknown",
    message: "The session could not be resolved; `cause` holds what was thrown.",
    operation: "auth.session",
    cause,
  });
}
