import type { User } from "@supabase/supabase-js";
import { AUTH_DEADLINE_MS } from "../config/constants.js";
import type { Backend, NoClaims, UntypedDatabase } from "../config/define-backend.js";
import type { Cookie } from "../cookies/chunk.js";
import { Jar } from "../cookies/jar.js";
import { type CookieChange, serializeCookie } from "../cookies/options.js";
import { ssrCookieName } from "../cookies/ssr.js";
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
import type { TokenSet } from "../session/types.js";
import type { StorageClient } from "../storage/storage-client.js";
import type { AuthFlows } from "./auth-flow-types.js";
import { createAuthFlows } from "./auth-flows.js";
import { resolveBearer } from "./bearer.js";
import { Caller } from "./caller.js";
import type { RefreshTry } from "./flow-context.js";
import type { HookRunner } from "./hook-runner.js";
import { oldCookiesAt } from "./migration.js";
import { forbidStoring, mayHaveSession, withMutableHeaders } from "./no-store.js";
import type { ServerSettings } from "./options.js";
import { cookiesRefused, unexpectedError } from "./scope-errors.js";
import type { ScopeSource } from "./scope-source.js";
import type { Scope } from "./scope-type.js";
import { createServiceClients, type ServiceClients } from "./service-clients.js";
import { refuseUnsupportedFactors } from "./unsupported-factors.js";
import { untilAborted } from "./until-aborted.js";

/**
 * The members of a scope that only the SDK's handlers and its proxy for Next use.
 * @internal
 */
export interface InnerScope<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends Scope<Database, Claims> {
  store(): Promise<SessionStore>;
  jar(): Promise<Jar>;
  /** Makes later flows refuse every user with another email address. */
  expectEmail(address: string): void;
  readonly caller: Caller;
  readonly hooks: HookRunner | null;
  /**
   * Refreshes the session. If the refresh fails but the session continues, also returns the error.
   */
  tryRefresh(): Promise<RefreshTry>;
}

interface Opened {
  jar: Jar;
  store: SessionStore;
}

/**
 * This is a class, because every page opens a scope. Creating an object literal with these methods
 * would take 1.5 µs each time.
 */
class RequestScope<Database, Claims extends object> implements InnerScope<Database, Claims> {
  readonly #backend: Backend<Database, Claims>;
  readonly #settings: ServerSettings;
  readonly #source: ScopeSource;
  #time: CallTime | null = null;
  #hasFailed = false;
  readonly #notes: RefreshNotes = { failed: null };
  #cookies: readonly Cookie[] | Promise<readonly Cookie[]> | null = null;
  #opened: Opened | null = null;
  /** The cookie changes that the response received. Null before `apply`. */
  #applied: readonly CookieChange[] | null = null;
  #isReported = false;
  #flushed: readonly CookieChange[] = [];
  #resolved: Promise<Session<Claims>> | null = null;
  #clients: ServiceClients<Database> | null = null;
  #anonymous: ServiceClients<Database> | null = null;
  #flows: AuthFlows | null = null;
  #caller: Caller | null = null;
  #expectedEmail: string | undefined;

  constructor(backend: Backend<Database, Claims>, settings: ServerSettings, source: ScopeSource) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
  }

  get caller(): Caller {
    this.#caller ??= new Caller(this.#backend, this.#settings, this.#source);
    return this.#caller;
  }

  expectEmail(address: string): void {
    this.#expectedEmail = address;
  }

  get hooks(): HookRunner | null {
    return this.#source.hooks;
  }

  async store(): Promise<SessionStore> {
    return (await this.#open()).store;
  }

  async jar(): Promise<Jar> {
    return (await this.#open()).jar;
  }

  session(): Promise<Session<Claims>> {
    this.#resolved ??= untilAborted(this.#measure(false), this.#source.signal);
    return this.#resolved;
  }

  refresh(): Promise<Session<Claims>> {
    this.#resolved = untilAborted(this.#measure(true), this.#source.signal);
    return this.#resolved;
  }

  async tryRefresh(): Promise<RefreshTry> {
    const session = await this.refresh();
    const { failed } = this.#notes;
    const error = session.status === "unavailable" ? session.error : (failed?.error ?? null);
    return { session, error };
  }

  async requireSession(): Promise<AuthenticatedSession<Claims>> {
    const found = await this.session();
    if (found.status === "authenticated") return found;
    if (found.status === "unavailable") throw found.error;
    throw new BackendError({
      kind: "auth",
      code: "session_missing",
      message: "No user is signed in. Send the visitor to the sign-in page.",
      operation: "auth.session",
    });
  }

  async requireAal2({ maxAge }: { maxAge?: number } = {}): Promise<AuthenticatedSession<Claims>> {
    const found = await this.requireSession();
    const ageSeconds = this.#backend.runtime.now() / 1000 - secondFactorAt(found.claims);
    if (found.claims.aal === "aal2" && (maxAge === undefined || ageSeconds <= maxAge)) return found;
    refuseUnsupportedFactors((await this.auth.mfa.listFactors()).data?.all ?? []);
    throw new BackendError({
      kind: "auth",
      code: "insufficient_aal",
      message: "A second factor is needed, or the last one is too old. Ask for it again.",
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
    const expectedEmail = () => this.#expectedEmail;
    this.#flows ??= createAuthFlows({
      backend: this.#backend,
      open: () => this.#open(),
      session: () => this.session(),
      refresh: () => this.tryRefresh(),
      changed: async () => {
        this.#resolved = null;
        await this.#flush();
      },
      get canWrite() {
        return canWrite();
      },
      get expectedEmail() {
        return expectedEmail();
      },
      secret: this.#settings.jwtSecret,
      caller: this.caller,
      signal: this.#source.signal,
      log: this.#source.log,
      hooks: this.#source.hooks,
      waitUntil: this.#source.waitUntil,
      isProviderShown: this.#settings.providerTokens,
      openAs: (tokens, signal) => this.#openAs(tokens, signal),
    });
    return this.#flows;
  }

  cookieChanges(): readonly CookieChange[] {
    return this.#opened?.jar.changes() ?? [];
  }

  apply(response: Response): Response {
    const pending = this.cookieChanges();
    this.#applied = pending;
    if (this.#cookies === null && !mayHaveSession(this.#source.headers, this.#cookieStarts()))
      return response;
    const answer = withMutableHeaders(response);
    for (const change of pending) answer.headers.append("set-cookie", serializeCookie(change));
    forbidStoring(answer.headers);
    return answer;
  }

  /** Returns the name prefixes by which `apply` recognizes a session cookie in the request. */
  #cookieStarts(): string[] {
    const { cookieNames, migration } = this.#settings;
    const { prefix } = cookieNames;
    const own = [`${prefix}-`, `__Host-${prefix}-`];
    return migration?.old.ssr
      ? [...own, migration.ssrCookieName ?? ssrCookieName(this.#backend.url)]
      : own;
  }

  /**
   * Returns false after `apply`, because later cookie changes cannot reach the browser and new
   * tokens would be lost.
   */
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

  /** @throws what `getAll` throws */
  #read(): readonly Cookie[] | Promise<readonly Cookie[]> {
    this.#cookies ??= this.#source.getAll();
    return this.#cookies;
  }

  async #open(): Promise<Opened> {
    return this.#hold(await this.#read());
  }

  #hold(cookies: readonly Cookie[]): Opened {
    if (this.#opened) return this.#opened;
    const { cookieDomain, cookieSeconds, cookieNames, migration, jwtSecret } = this.#settings;
    const source = this.#source;
    const jar = new Jar(cookies, {
      secure: source.secure(),
      domain: cookieDomain,
      names: cookieNames,
      old: oldCookiesAt(migration, this.#backend.runtime.now()),
      // This is a getter, because only the removal of a cookie needs the host, and most requests
      // remove no cookie.
      get host() {
        return source.host();
      },
    });
    const { log } = source;
    const store = new SessionStore(this.#backend, jar, cookieSeconds, { secret: jwtSecret, log });
    this.#opened = { jar, store };
    return this.#opened;
  }

  /**
   * Opens a read-only scope with tokens that no cookie contains. The scope's calls start no hooks.
   */
  #openAs(tokens: TokenSet, signal: AbortSignal | undefined): Scope {
    const { cookieSeconds, cookieNames, jwtSecret } = this.#settings;
    const jar = new Jar([], { secure: this.#source.secure(), names: cookieNames });
    const store = new SessionStore(this.#backend, jar, cookieSeconds, { secret: jwtSecret });
    store.put(tokens, "SIGNED_IN");
    const { log } = this.#source;
    return new RequestScope<Database, Claims>(this.#backend, this.#settings, {
      ...this.#source,
      getAll: () => jar.getAll(),
      setAll: undefined,
      bearer: null,
      canWrite: () => false,
      signal: signal ?? this.#source.signal,
      log: (code, facts) => log(code, facts),
      hooks: null,
    }) as unknown as Scope;
  }

  #measure(force: boolean): Promise<Session<Claims>> {
    const { telemetry } = this.#settings;
    const resolve = () => this.#resolve(force);
    return telemetry ? telemetry.session(resolve, this.#backend.name) : resolve();
  }

  async #resolve(force: boolean): Promise<Session<Claims>> {
    // Read the cookies outside `try`, because the scope throws errors of `getAll`.
    const cookies = this.#read();
    const list = "then" in cookies ? await cookies : cookies;
    try {
      return await this.#resolveFrom(this.#hold(list).store, force);
    } catch (cause) {
      return { status: "unavailable", error: unexpectedError(cause) };
    } finally {
      if (takeFallback()) this.#source.log("crypto_fallback");
    }
  }

  async #resolveFrom(store: SessionStore, force: boolean): Promise<Session<Claims>> {
    const session = await this.#ask(store, force);
    this.#hasFailed = session.status === "unavailable" || this.#notes.failed !== null;
    const { bearer } = this.#source;
    try {
      const isToAdopt = bearer === null && session.status === "authenticated" && !store.isAdopted;
      const isToChange = isToAdopt || (bearer === null && store.isRetirable);
      if (isToChange && this.#applied === null && this.#source.canWrite()) {
        if (isToAdopt) store.adopt();
        store.retire();
      }
      if (this.cookieChanges().length > 0) await this.#flush();
    } catch (cause) {
      return { status: "unavailable", error: cookiesRefused(cause) };
    }
    return session;
  }

  #ask(store: SessionStore, force: boolean): Promise<Session<Claims>> {
    const terms = {
      secret: this.#settings.jwtSecret,
      time: this.#sessionTime(),
      headers: this.caller.forwarded,
      log: this.#source.log,
      limiter: this.caller,
    };
    const { bearer } = this.#source;
    if (bearer !== null) {
      return resolveBearer(this.#backend, bearer, terms) as Promise<Session<Claims>>;
    }
    return resolveSession(this.#backend, store, {
      ...terms,
      canWrite: () => this.#canWrite(),
      force: force && this.#canWrite(),
      notes: this.#notes,
    });
  }

  /**
   * Returns the time for resolving the session: 3 s, or the rest of the 3 s after a failed attempt.
   */
  #sessionTime(): CallTime {
    if (!this.#time || !this.#hasFailed) {
      this.#time = new CallTime(this.#backend.runtime, AUTH_DEADLINE_MS);
    }
    return this.#time;
  }

  async #flush(): Promise<void> {
    const now = this.cookieChanges();
    // These changes come from work that was still running after `apply`, so the response does not
    // contain them.
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

export function createScope<Database, Claims extends object>(
  backend: Backend<Database, Claims>,
  settings: ServerSettings,
  source: ScopeSource,
): InnerScope<Database, Claims> {
  return new RequestScope(backend, settings, source);
}
