import { CHUNK_CHARACTERS, MAX_CHUNKS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { isPartName } from "../cookies/chunk.js";
import type { StoredSession } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import {
  encodeSsrSession,
  isSsrVerifier,
  readSsrSessions,
  type SsrSession,
  splitSsrSession,
  ssrCookieName,
} from "../cookies/ssr.js";
import { parseClaims } from "./claims.js";
import { parseJwt, peekClaims } from "./jwt.js";

const OWN_ONLY = "0";

function userOf(accessToken: string): Record<string, unknown> {
  const claims = parseClaims(parseJwt(accessToken)?.payload ?? {});
  if (typeof claims === "string") return {};
  const { sub, aud, role, email, phone, is_anonymous } = claims;
  return {
    id: sub,
    aud: Array.isArray(aud) ? aud[0] : aud,
    role,
    email: email ?? "",
    phone: phone ?? "",
    app_metadata: claims.app_metadata ?? {},
    user_metadata: claims.user_metadata ?? {},
    is_anonymous: is_anonymous ?? false,
  };
}

const issuedAt = ({ accessToken }: Readonly<StoredSession>): number =>
  peekClaims(accessToken)?.iat ?? 0;

function hasSameTokens(one: Readonly<StoredSession>, other: Readonly<StoredSession>): boolean {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken;
}

/**
 * The session cookie of `@supabase/ssr`. With `migrate.bridge`, an HttpOnly cookie (the mark)
 * records whether the server wrote it. If the mark remains but the session cookie is gone,
 * `@supabase/ssr` has most likely signed the user out.
 */
export class SsrCookie {
  readonly #backend: Backend;
  readonly #jar: Jar;
  readonly #name: string;

  constructor(backend: Backend, jar: Jar) {
    this.#backend = backend;
    this.#jar = jar;
    this.#name = jar.naming.ssrName ?? ssrCookieName(backend.url);
  }

  get isRead(): boolean {
    return this.#jar.naming.isSsrRead;
  }

  get #parts(): string[] {
    const names = this.#jar.getAll().map(({ name }) => name);
    return names.filter((name) => isPartName(name, this.#name));
  }

  readAll(): SsrSession[] {
    if (!this.isRead) return [];
    const found = readSsrSessions(this.#jar.getAll(), this.#name);
    return found.sort((one, other) => issuedAt(other) - issuedAt(one));
  }

  read(): SsrSession | null {
    return this.readAll().find((session) => !this.isForeign(session)) ?? null;
  }

  isForeign({ accessToken }: Readonly<StoredSession>): boolean {
    const iss = peekClaims(accessToken)?.iss;
    return iss !== undefined && !this.#backend.issuers.includes(iss);
  }

  get isGone(): boolean {
    return this.#jar.get(this.#jar.naming.own.bridge) === this.#name && this.#parts.length === 0;
  }

  /** Returns true if the cookie needs no change. The cookie of another user must not change. */
  isSettled(session: Readonly<StoredSession>): boolean {
    const mark = this.#jar.get(this.#jar.naming.own.bridge);
    const other = this.read();
    if (!other) return mark === OWN_ONLY && this.#parts.length === 0;
    if (peekClaims(other.accessToken)?.sub !== peekClaims(session.accessToken)?.sub) return true;
    return mark === this.#name && hasSameTokens(other, session);
  }

  /**
   * Writes the cookie. If the cookies of both libraries are too large for a request, removes this
   * cookie and returns false.
   * @param room.used characters of the SDK's own cookie
   */
  write(session: Readonly<StoredSession>, room: { used: number; seconds: number }): boolean {
    const { own } = this.#jar.naming;
    const before = this.read();
    // If the tokens are unchanged, keep the old text: its user object has more fields than the
    // claims, and it may contain provider tokens.
    const unchanged = before && hasSameTokens(before, session) ? before.text : null;
    const claimed = userOf(session.accessToken);
    const known = before?.user.id === claimed.id ? before?.user : {};
    const nowMs = this.#backend.runtime.now();
    const texts = [
      ...(unchanged === null ? [] : [unchanged]),
      encodeSsrSession(session, { user: { ...known, ...claimed }, nowMs }),
      encodeSsrSession(session, { user: claimed, nowMs }),
    ];
    const text = texts.find((each) => isWithin(each, room.used));
    if (text === undefined) {
      this.#removeParts();
      this.#jar.set(own.bridge, OWN_ONLY, room.seconds);
      return false;
    }
    if (text !== unchanged) {
      const parts = splitSsrSession(this.#name, text);
      this.#removeParts(new Set(parts.map(({ name }) => name)));
      for (const { name, value } of parts) {
        this.#jar.set(name, value, room.seconds, { isHttpOnly: false });
      }
    }
    this.#jar.set(own.bridge, this.#name, room.seconds);
    return true;
  }

  /** Also removes the mark, because a mark without the session cookie means a sign-out. */
  remove(): void {
    const { bridge } = this.#jar.naming.own;
    this.#removeParts();
    if (this.#jar.get(bridge) !== undefined) this.#jar.remove(bridge);
  }

  removeVerifiers(): void {
    for (const { name } of this.#jar.getAll()) {
      if (isSsrVerifier(name, this.#name)) this.#jar.remove(name);
    }
  }

  #removeParts(keep: ReadonlySet<string> = new Set()): void {
    for (const name of this.#parts) {
      if (!keep.has(name)) this.#jar.remove(name);
    }
  }
}

/** Common proxies refuse a `Cookie` header of more than 8 kB. */
function isWithin(text: string, used: number): boolean {
  return encodeURIComponent(text).length + used <= MAX_CHUNKS * CHUNK_CHARACTERS;
}
