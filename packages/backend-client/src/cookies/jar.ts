import type { Cookie } from "./chunk.js";
import { type CookieChange, type CookieScope, cookieAttributes } from "./options.js";

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

/** The cookies of one request with the changes its response will make. */
export class Jar {
  readonly #scope: CookieScope;
  #cookies: Cookie[];
  readonly #changes = new Map<string, CookieChange>();

  constructor(cookies: readonly Cookie[], scope: CookieScope) {
    this.#cookies = [...cookies];
    this.#scope = scope;
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
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name);
    this.#cookies.push({ name, value });
    this.#record({ name, value, options: cookieAttributes(this.#scope, maxAgeSeconds) });
  }

  /** Removes a cookie at every scope it may have been set: this host, and the parent domain. */
  remove(name: string): void {
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name);
    const { secure } = this.#scope;
    // Without a parent domain both are one change.
    for (const scope of [{ secure }, this.#scope]) {
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
    this.#changes.delete(key);
    this.#changes.set(key, change);
  }
}
