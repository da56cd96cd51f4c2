import type { Backend } from "../config/define-backend.js";
import type { Cookie } from "../cookies/chunk.js";
import { Jar } from "../cookies/jar.js";
import type { CookieChange } from "../cookies/options.js";
import { SessionStore } from "../session/store.js";
import { oldCookiesAt } from "./migration.js";
import type { ServerSettings } from "./options.js";
import type { ScopeSource } from "./scope-source.js";

interface OpenedCookies {
  jar: Jar;
  store: SessionStore;
}

export class RequestCookies {
  readonly #backend: Backend;
  readonly #settings: ServerSettings;
  readonly #source: ScopeSource;
  #cookies: readonly Cookie[] | Promise<readonly Cookie[]> | null = null;
  #opened: OpenedCookies | null = null;

  constructor(backend: Backend, settings: ServerSettings, source: ScopeSource) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
  }

  get isRead(): boolean {
    return this.#cookies !== null;
  }

  read(): readonly Cookie[] | Promise<readonly Cookie[]> {
    this.#cookies ??= this.#source.getAll();
    return this.#cookies;
  }

  async open(): Promise<OpenedCookies> {
    return this.openWith(await this.read());
  }

  openWith(cookies: readonly Cookie[]): OpenedCookies {
    if (this.#opened) return this.#opened;
    const { cookieDomain, cookieSeconds, cookieNames, migration, jwtSecret } = this.#settings;
    const source = this.#source;
    const jar = new Jar(cookies, {
      secure: source.secure(),
      domain: cookieDomain,
      names: cookieNames,
      old: oldCookiesAt(migration, this.#backend.runtime.now()),
      // A getter, because only the removal of a cookie needs the host.
      get host() {
        return source.host();
      },
    });
    const { log } = source;
    const store = new SessionStore(this.#backend, jar, cookieSeconds, { secret: jwtSecret, log });
    this.#opened = { jar, store };
    return this.#opened;
  }

  changes(): readonly CookieChange[] {
    return this.#opened?.jar.changes() ?? [];
  }
}
