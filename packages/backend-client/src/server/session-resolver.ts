import { AUTH_DEADLINE_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { takeFallback } from "../crypto/fallback.js";
import type { BackendError } from "../errors/backend-error.js";
import { CallTime } from "../session/call-time.js";
import type { RefreshNotes } from "../session/renew-session.js";
import { resolveSession } from "../session/resolve.js";
import type { Session } from "../session/session.js";
import type { SessionStore } from "../session/store.js";
import { resolveBearer } from "./bearer.js";
import type { Caller } from "./caller.js";
import type { ServerSettings } from "./options.js";
import type { RequestCookies } from "./request-cookies.js";
import type { ResponseCookies } from "./response-cookies.js";
import { cookiesRefused, unexpectedError } from "./scope-errors.js";
import type { ScopeSource } from "./scope-source.js";

interface ResolverParts {
  caller: Caller;
  cookies: RequestCookies;
  response: ResponseCookies;
}

export class SessionResolver<Claims extends object> {
  readonly #backend: Backend<unknown, Claims>;
  readonly #settings: ServerSettings;
  readonly #source: ScopeSource;
  readonly #caller: Caller;
  readonly #cookies: RequestCookies;
  readonly #response: ResponseCookies;
  readonly #notes: RefreshNotes = { failed: null };
  #time: CallTime | null = null;
  #hasFailed = false;

  constructor(
    backend: Backend<unknown, Claims>,
    settings: ServerSettings,
    source: ScopeSource,
    { caller, cookies, response }: ResolverParts,
  ) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
    this.#caller = caller;
    this.#cookies = cookies;
    this.#response = response;
  }

  get refreshError(): BackendError | null {
    return this.#notes.failed?.error ?? null;
  }

  resolve(force: boolean): Promise<Session<Claims>> {
    const { telemetry } = this.#settings;
    const resolve = () => this.#resolve(force);
    return telemetry ? telemetry.session(resolve, this.#backend.name) : resolve();
  }

  async #resolve(force: boolean): Promise<Session<Claims>> {
    // An error of the app's `getAll` must reach the caller, so read the cookies outside `try`.
    const cookies = this.#cookies.read();
    const list = "then" in cookies ? await cookies : cookies;
    try {
      return await this.#resolveFrom(this.#cookies.openWith(list).store, force);
    } catch (cause) {
      return { status: "unavailable", error: unexpectedError(cause) };
    } finally {
      if (takeFallback()) this.#source.log("crypto_fallback");
    }
  }

  async #resolveFrom(store: SessionStore, force: boolean): Promise<Session<Claims>> {
    const session = await this.#verify(store, force);
    this.#hasFailed = session.status === "unavailable" || this.#notes.failed !== null;
    const { bearer } = this.#source;
    try {
      const isToAdopt = bearer === null && session.status === "authenticated" && !store.isAdopted;
      const isToChange = isToAdopt || (bearer === null && store.isRetirable);
      if (isToChange && this.#response.canChange) {
        if (isToAdopt) store.adopt();
        store.retire();
      }
      if (this.#cookies.changes().length > 0) await this.#response.flush();
    } catch (cause) {
      return { status: "unavailable", error: cookiesRefused(cause) };
    }
    return session;
  }

  #verify(store: SessionStore, force: boolean): Promise<Session<Claims>> {
    const terms = {
      secret: this.#settings.jwtSecret,
      time: this.#callTime(),
      headers: this.#caller.forwarded,
      log: this.#source.log,
      limiter: this.#caller,
    };
    const { bearer } = this.#source;
    if (bearer !== null) {
      return resolveBearer(this.#backend, bearer, terms) as Promise<Session<Claims>>;
    }
    return resolveSession(this.#backend, store, {
      ...terms,
      canWrite: () => this.#response.canWrite(),
      force: force && this.#response.canWrite(),
      notes: this.#notes,
    });
  }

  #callTime(): CallTime {
    if (!this.#time || !this.#hasFailed) {
      this.#time = new CallTime(this.#backend.runtime, AUTH_DEADLINE_MS);
    }
    return this.#time;
  }
}
