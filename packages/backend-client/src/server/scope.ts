import type { User } from "@supabase/supabase-js";
import type { Backend } from "../config/define-backend.js";
import { Jar } from "../cookies/jar.js";
import type { CookieChange } from "../cookies/options.js";
import type { DataClient } from "../data/data-client.js";
import { BackendError } from "../errors/backend-error.js";
import type { FunctionsClient } from "../functions/functions-client.js";
import { secondFactorAt } from "../session/amr.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import { SessionStore } from "../session/store.js";
import type { TokenSet } from "../session/types.js";
import type { StorageClient } from "../storage/storage-client.js";
import type { AuthFlows } from "./auth-flow-types.js";
import { createAuthFlows } from "./auth-flows.js";
import { Caller } from "./caller.js";
import type { RefreshTry } from "./flow-context.js";
import type { HookRunner } from "./hook-runner.js";
import type { InnerScope } from "./inner-scope.js";
import type { ServerSettings } from "./options.js";
import { RequestCookies } from "./request-cookies.js";
import { ResponseCookies } from "./response-cookies.js";
import type { ScopeSource } from "./scope-source.js";
import type { Scope } from "./scope-type.js";
import { createServiceClients, type ServiceClients } from "./service-clients.js";
import { SessionResolver } from "./session-resolver.js";
import { refuseUnsupportedFactors } from "./unsupported-factors.js";
import { untilAborted } from "./until-aborted.js";

/**
 * A class, because every request creates a scope, and creating an object literal with these methods
 * takes 1.5 µs.
 */
class RequestScope<Database, Claims extends object> implements InnerScope<Database, Claims> {
  readonly #backend: Backend<Database, Claims>;
  readonly #settings: ServerSettings;
  readonly #source: ScopeSource;
  readonly #caller: Caller;
  readonly #cookies: RequestCookies;
  readonly #response: ResponseCookies;
  readonly #resolver: SessionResolver<Claims>;
  #resolved: Promise<Session<Claims>> | null = null;
  #clients: ServiceClients<Database> | null = null;
  #anonymous: ServiceClients<Database> | null = null;
  #flows: AuthFlows | null = null;
  #expectedEmail: string | undefined;

  constructor(backend: Backend<Database, Claims>, settings: ServerSettings, source: ScopeSource) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
    this.#caller = new Caller(backend, settings, source);
    this.#cookies = new RequestCookies(backend, settings, source);
    this.#response = new ResponseCookies(backend, settings, source, this.#cookies);
    this.#resolver = new SessionResolver(backend, settings, source, {
      caller: this.#caller,
      cookies: this.#cookies,
      response: this.#response,
    });
  }

  get caller(): Caller {
    return this.#caller;
  }

  expectEmail(address: string): void {
    this.#expectedEmail = address;
  }

  get hooks(): HookRunner | null {
    return this.#source.hooks;
  }

  async store(): Promise<SessionStore> {
    return (await this.#cookies.open()).store;
  }

  async jar(): Promise<Jar> {
    return (await this.#cookies.open()).jar;
  }

  session(): Promise<Session<Claims>> {
    this.#resolved ??= untilAborted(this.#resolver.resolve(false), this.#source.signal);
    return this.#resolved;
  }

  refresh(): Promise<Session<Claims>> {
    this.#resolved = untilAborted(this.#resolver.resolve(true), this.#source.signal);
    return this.#resolved;
  }

  async tryRefresh(): Promise<RefreshTry> {
    const session = await this.refresh();
    const error = session.status === "unavailable" ? session.error : this.#resolver.refreshError;
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
      message:
        "A second factor is required, and none was verified recently enough. Ask the user to verify one.",
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
    const canWrite = () => this.#response.canWrite();
    const expectedEmail = () => this.#expectedEmail;
    this.#flows ??= createAuthFlows({
      backend: this.#backend,
      open: () => this.#cookies.open(),
      session: () => this.session(),
      refresh: () => this.tryRefresh(),
      changed: async () => {
        this.#resolved = null;
        await this.#response.flush();
      },
      get canWrite() {
        return canWrite();
      },
      get expectedEmail() {
        return expectedEmail();
      },
      secret: this.#settings.jwtSecret,
      caller: this.#caller,
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
    return this.#cookies.changes();
  }

  apply(response: Response): Response {
    return this.#response.apply(response);
  }

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
