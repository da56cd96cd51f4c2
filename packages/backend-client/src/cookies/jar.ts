import { REMOVALS_MAX } from "../config/constants.js";
import type { Cookie } from "./chunk.js";
import { chooseNames, DEFAULT_NAMES, isHostBound, type Naming } from "./names.js";
import { type CookieChange, type CookieScope, cookieAttributes, parentDomains } from "./options.js";

/** Where an app's framework keeps the request's cookies. Without `setAll` nothing is written. */
export interface CookieMethods {
  /** The request's cookies, values as they arrived. */
  getAll(): readonly Cookie[] | Promise<readonly Cookie[]>;
  /** Sets cookies on the response; left out where that is impossible, as in a page. */
  setAll?(changes: readonly CookieChange[]): void | Promise<void>;
}

/**
 * Reads a `Cookie` header. Duplicate names are kept: a host-only cookie and one of a parent domain
 * arrive under one name, and the session codec tells them apart.
 */
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
  // Stryker disable next-line ConditionalExpression,StringLiteral: only spares work
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Browsers drop a `__Host-` cookie with other attributes, removals included. */
const HOST_BOUND = { secure: true };

/** The cookies of one request with the changes its response will make. */
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

  /** How the request's cookies are named. */
  get naming(): Naming {
    const { secure, domain, names, old } = this.#scope;
    this.#naming ??= chooseNames(names ?? DEFAULT_NAMES, {
      secure,
      domain,
      old: old ?? { unprefixed: false, ssr: false },
    });
    return this.#naming;
  }

  /** The request's cookies as they arrived. */
  get requested(): readonly Cookie[] {
    return this.#requested;
  }

  /** The request's cookies as they stand after the changes made so far. */
  getAll(): readonly Cookie[] {
    return this.#cookies;
  }

  /** The first cookie of a name, after the changes made so far. */
  get(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** Sets a cookie for a number of seconds. */
  set(name: string, value: string, maxAgeSeconds: number): void {
    const scope = isHostBound(name) ? HOST_BOUND : this.#scope;
    const others = this.#cookies.filter((cookie) => cookie.name !== name);
    this.#cookies = [...others, { name, value }];
    this.#record({ name, value, options: cookieAttributes(scope, maxAgeSeconds) });
  }

  /**
   * Removes a cookie at every scope the app may have set it: this host, and the configured domain.
   * At most 20 removals go into one response; the next one makes the rest.
   * @param options.isForeign also at each parent domain, for what others may have set
   */
  remove(name: string, { isForeign = false }: { isForeign?: boolean } = {}): void {
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name);
    const { secure, domain, host } = this.#scope;
    const shared = [domain, ...(isForeign ? parentDomains(host) : [])];
    // Next keeps one removal of a name, the last: the one of the scope that the app writes.
    const scopes = isHostBound(name)
      ? [HOST_BOUND]
      : [...new Set([undefined, ...shared.reverse()])].map((each) => ({ secure, domain: each }));
    for (const scope of scopes) {
      this.#record({ name, value: "", options: cookieAttributes(scope, 0) });
    }
  }

  /** All changes, one per name and scope, removals of a name before what sets it. */
  changes(): CookieChange[] {
    return [...this.#changes.values()];
  }

  /**
   * The `Cookie` header that a page behind a proxy should see.
   * @param before the header of the request; cookies that did not change stay as they are written
   */
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
