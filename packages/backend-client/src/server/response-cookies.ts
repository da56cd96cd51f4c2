import type { Backend } from "../config/define-backend.js";
import { type CookieChange, serializeCookie } from "../cookies/options.js";
import { ssrCookieName } from "../cookies/ssr.js";
import { forbidStoring, mayHaveSession, withMutableHeaders } from "./no-store.js";
import type { ServerSettings } from "./options.js";
import type { RequestCookies } from "./request-cookies.js";
import type { ScopeSource } from "./scope-source.js";

export class ResponseCookies {
  readonly #backend: Pick<Backend, "url">;
  readonly #settings: ServerSettings;
  readonly #source: ScopeSource;
  readonly #cookies: RequestCookies;
  #applied: readonly CookieChange[] | null = null;
  #isReported = false;
  #flushed: readonly CookieChange[] = [];

  constructor(
    backend: Pick<Backend, "url">,
    settings: ServerSettings,
    source: ScopeSource,
    cookies: RequestCookies,
  ) {
    this.#backend = backend;
    this.#settings = settings;
    this.#source = source;
    this.#cookies = cookies;
  }

  /**
   * False after `apply`: later cookie changes cannot reach the browser, so new tokens would be
   * lost.
   */
  get canChange(): boolean {
    return this.#applied === null && this.#source.canWrite();
  }

  canWrite(): boolean {
    if (!this.#source.canWrite()) return false;
    if (this.#applied === null) return true;
    this.#reportClosed();
    return false;
  }

  async flush(): Promise<void> {
    const now = this.#cookies.changes();
    if (this.#applied && now.some((change) => !this.#applied?.includes(change))) {
      this.#reportClosed();
    }
    const fresh = now.filter((change) => !this.#flushed.includes(change));
    if (!this.#source.setAll || fresh.length === 0) return;
    this.#flushed = now;
    await this.#source.setAll(fresh);
  }

  apply(response: Response): Response {
    const pending = this.#cookies.changes();
    this.#applied = pending;
    if (!this.#cookies.isRead && !mayHaveSession(this.#source.headers, this.#cookieStarts()))
      return response;
    const answer = withMutableHeaders(response);
    for (const change of pending) answer.headers.append("set-cookie", serializeCookie(change));
    forbidStoring(answer.headers);
    return answer;
  }

  #cookieStarts(): string[] {
    const { cookieNames, migration } = this.#settings;
    const { prefix } = cookieNames;
    const own = [`${prefix}-`, `__Host-${prefix}-`];
    return migration?.old.ssr
      ? [...own, migration.ssrCookieName ?? ssrCookieName(this.#backend.url)]
      : own;
  }

  #reportClosed(): void {
    if (!this.#isReported) this.#source.log("scope_closed");
    this.#isReported = true;
  }
}
