import { REMOVALS_MAX } from "../config/constants.js";
import type { Cookie } from "./chunk.js";
import { chooseNames, DEFAULT_NAMES, isHostBound, type Naming } from "./names.js";
import { type CookieChange, type CookieScope, cookieAttributes, parentDomains } from "./options.js";

/** Access to the request's cookies in the app's framework. */
export interface CookieMethods {
  /** Returns the request's cookies, with decoded values. */
  getAll(): readonly Cookie[] | Promise<readonly Cookie[]>;
  /** Sets cookies on the response. Omit this method in a page, which cannot set cookies. */
  setAll?(changes: readonly CookieChange[]): void | Promise<void>;
}

/** Keeps both cookies of the same name if this host and a parent domain set one each. */
export function parseCookieHeader(header: string | null): Cookie[] {
  if (!header) return [];
  const cookies: Cookie[] = [];
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at === -1) continue;
    const raw = pair.slice(at + 1).trim();
    const value = raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
    cookies.push({ name: pair.slice(0, at).trim(), value: decode(value) });
  }
  return cookies;
}

function decode(value: string): string {
  // Stryker disable next-line ConditionalExpression,StringLiteral: this line only saves time
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Browsers accept a `__Host-` cookie only if it is `Secure` and has no `Domain`. */
const HOST_BOUND = { secure: true };

export class Jar {
  readonly #scope: CookieScope;
  readonly #requested: readonly Cookie[];
  #cookies: readonly Cookie[];
  #naming: Naming | null = null;
  readonly #changes = new Map<string, CookieChange>();

  constructor(cookies: readonly Cookie[], scope: CookieScope) {
    this.#requested = cookies;
    this.#cookies = cookies;
    this.#scope = scope;
  }

  get naming(): Naming {
    const { secure, domain, names, old } = this.#scope;
    this.#naming ??= chooseNames(names ?? DEFAULT_NAMES, {
      secure,
      domain,
      old: old ?? null,
    });
    return this.#naming;
  }

  get requested(): readonly Cookie[] {
    return this.#requested;
  }

  getAll(): readonly Cookie[] {
    return this.#cookies;
  }

  get(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  set(
    name: string,
    value: string,
    maxAgeSeconds: number,
    { isHttpOnly = true }: { isHttpOnly?: boolean } = {},
  ): void {
    const scope = isHostBound(name) ? HOST_BOUND : this.#scope;
    const others = this.#cookies.filter((cookie) => cookie.name !== name);
    this.#cookies = [...others, { name, value }];
    this.#record({ name, value, options: cookieAttributes(scope, maxAgeSeconds, isHttpOnly) });
  }

  remove(name: string, { isForeign = false }: { isForeign?: boolean } = {}): void {
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name);
    const { secure, domain, host } = this.#scope;
    const shared = [domain, ...(isForeign ? parentDomains(host) : [])];
    // Next sends only the last removal of each cookie name. The SDK's cookies are on `domain`, so
    // the removal on `domain` comes last.
    const scopes = isHostBound(name)
      ? [HOST_BOUND]
      : [...new Set([undefined, ...shared.reverse()])].map((each) => ({ secure, domain: each }));
    for (const scope of scopes) {
      this.#record({ name, value: "", options: cookieAttributes(scope, 0) });
    }
  }

  changes(): CookieChange[] {
    return [...this.#changes.values()];
  }

  header(before: string | null): string {
    const touched = new Set([...this.#changes.values()].map(({ name }) => name));
    const kept = (before ?? "")
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "" && !touched.has(pair.split("=")[0]?.trim() ?? ""));
    const set = this.#cookies
      .filter(({ name }) => touched.has(name))
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
    return [...kept, ...set].join("; ");
  }

  #record(change: CookieChange): void {
    const key = `${change.name}@${change.options.domain}`;
    const isRemoval = (one: CookieChange) => one.options.maxAge === 0;
    const removals = [...this.#changes.values()].filter(isRemoval).length;
    if (isRemoval(change) && removals >= REMOVALS_MAX && !this.#changes.has(key)) return;
    this.#changes.delete(key);
    this.#changes.set(key, change);
  }
}
