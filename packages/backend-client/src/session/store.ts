import {
  REFRESH_HOLD_SECONDS,
  SESSION_COOKIE_SECONDS,
  TOMBSTONE_MAX,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { createGeneration, isPartName, partNames, splitValue } from "../cookies/chunk.js";
import { encodeSession, type StoredSession } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import { FIRST_MARK, isSessionEvent, nextMark, type SessionEvent } from "./events.js";
import { peekClaims, TokenReader } from "./jwt.js";
import { OwnCookie, type StoredRead } from "./own-cookie.js";
import { secondsUntilDue } from "./refresh-policy.js";
import { isRefreshToken } from "./refresh-token.js";
import type { Report } from "./report-types.js";
import { SessionEnds } from "./session-ends.js";
import { SsrCookie } from "./ssr-cookie.js";
import type { TokenSet } from "./types.js";

interface StoreOptions {
  secret?: string | undefined;
  log?: Report | undefined;
}

export class SessionStore {
  readonly #backend: Backend;
  readonly #jar: Jar;
  readonly #cookieSeconds: number;
  readonly #log: Report | undefined;
  /** Used instead of the session in the SDK's cookie if this request cannot write that cookie. */
  #preferred: Readonly<StoredSession> | null = null;
  readonly #own: OwnCookie;
  readonly tokens = new TokenReader();
  readonly ends: SessionEnds;
  #ssr: SsrCookie | null = null;

  constructor(
    backend: Backend,
    jar: Jar,
    cookieSeconds: number = SESSION_COOKIE_SECONDS,
    { secret, log }: StoreOptions = {},
  ) {
    this.#backend = backend;
    this.#jar = jar;
    this.#cookieSeconds = cookieSeconds;
    this.#log = log;
    this.#own = new OwnCookie(backend, jar, this.tokens);
    this.ends = new SessionEnds({ backend, jar, tokens: this.tokens, secret });
  }

  get isBridged(): boolean {
    return this.#jar.naming.isBridged;
  }

  get ssr(): SsrCookie {
    this.#ssr ??= new SsrCookie(this.#backend, this.#jar);
    return this.#ssr;
  }

  read(): StoredRead {
    if (this.#preferred) return { status: "whole", session: this.#preferred };
    const own = this.#own.read();
    if (own.status !== "none" && !(own.status === "damaged" && this.isBridged)) return own;
    if (!this.#jar.naming.isSsrRead) return own;
    const [first] = this.ssr.readAll();
    const session = this.ssr.read();
    if (!session) return first && own.status === "none" ? { status: "foreign" } : own;
    if (!isRefreshToken(session.refreshToken)) return { status: "damaged" };
    const { accessToken, refreshToken, expiresAt, event } = session;
    return { status: "whole", session: { accessToken, refreshToken, expiresAt, event } };
  }

  readOwn(): Readonly<StoredSession> | null {
    const own = this.#own.read();
    return own.status === "whole" ? own.session : null;
  }

  prefer(session: Readonly<StoredSession>): void {
    this.#preferred = session;
  }

  readAll(): Readonly<StoredSession>[] {
    const read = this.read();
    const found = new Map<string, Readonly<StoredSession>>();
    const first = read.status === "whole" ? [read.session] : [];
    for (const session of [...first, ...this.#own.readAll()]) {
      if (!found.has(session.refreshToken)) found.set(session.refreshToken, session);
    }
    const ids = [...found.values()].map(({ accessToken }) => peekClaims(accessToken)?.session_id);
    for (const session of this.ssr.readAll()) {
      const isNews = !ids.includes(peekClaims(session.accessToken)?.session_id);
      if (isNews && !this.ssr.isForeign(session) && isRefreshToken(session.refreshToken))
        found.set(session.refreshToken, session);
    }
    return [...found.values()].slice(0, TOMBSTONE_MAX);
  }

  soleCookie(): string | null {
    return this.#preferred ? null : this.#own.sole();
  }

  /**
   * Writes a session and records the end of the `replaced` session, so that a late response cannot
   * restore that session.
   * @returns null if the user has already signed out of this session
   * @throws BackendError `cookie_too_large`; the cookies are then unchanged
   */
  async write(
    tokens: TokenSet,
    event: SessionEvent,
    replaced: Readonly<StoredSession> | null = null,
  ): Promise<StoredSession | null> {
    const isEnded = await this.ends.reader(tokens);
    const { written, parts } = this.#compose(tokens, event, replaced);
    if (replaced && !isEnded()) await this.ends.record(replaced, { isVerified: false });
    // Do not `await` between this check and the write: a sign-out could happen in between.
    if (isEnded()) {
      this.clear(tokens);
      return null;
    }
    this.#put(written, parts);
    return written;
  }

  /** Unlike {@link write}, does not check whether the session has ended. */
  put(tokens: TokenSet, event: SessionEvent): void {
    const { written, parts } = this.#compose(tokens, event, null);
    this.#put(written, parts);
  }

  get isAdopted(): boolean {
    const { own } = this.#jar.naming;
    return (
      this.#own.isCurrent && this.#jar.get(own.present) !== undefined && this.#isBridgeSettled()
    );
  }

  #isBridgeSettled(): boolean {
    const own = this.isBridged ? this.readOwn() : null;
    return own === null || this.ssr.isSettled(own);
  }

  /**
   * Moves the session from an old cookie to the SDK's current cookie. A session in the cookie of
   * `@supabase/ssr` moves only at the next refresh, so that an app can return to that library. If
   * the server writes both cookies, the session moves at once.
   */
  adopt(): void {
    const { own } = this.#jar.naming;
    const stored = this.read();
    if (stored.status !== "whole") return;
    const parts = this.#splitIfFits(stored.session);
    if (!this.#own.isCurrent) {
      const isOld = this.#own.source === null && !this.isBridged;
      if (parts && !isOld) this.#put(stored.session, parts);
      return;
    }
    if (this.#jar.get(own.present) === undefined)
      this.#jar.set(own.present, "1", this.#cookieSeconds);
    if (parts && !this.#isBridgeSettled()) this.#bridge(stored.session, parts);
  }

  get isRetirable(): boolean {
    return this.#jar.naming.isOver;
  }

  retire(): void {
    const { own, all, isOver } = this.#jar.naming;
    if (!isOver) return;
    this.ssr.remove();
    this.ssr.removeVerifiers();
    const old = all.filter(({ session }) => session !== own.session);
    for (const { name } of this.#jar.getAll()) {
      if (old.some(({ session }) => isPartName(name, session))) this.#jar.remove(name);
    }
  }

  tidy(): void {
    const { own, read } = this.#jar.naming;
    const requested = this.#jar.requested
      .map(({ name }) => name)
      .filter((name) => read.some(({ session }) => isPartName(name, session)));
    const stored = this.read();
    if (stored.status !== "whole" || this.#own.source === null) return;
    const parts = this.#splitIfFits(stored.session);
    if (!parts) return;
    const names = partNames(own.session, parts.length);
    const isTidy = requested.length <= names.length && requested.every((n) => names.includes(n));
    if (isTidy && new Set(requested).size === requested.length) return;
    for (const name of [...names, ...requested]) this.#jar.remove(name, { isForeign: true });
    this.#put(stored.session, parts);
  }

  async note(event: SessionEvent): Promise<void> {
    const read = this.read();
    if (read.status === "whole") await this.write(read.session, event);
  }

  /**
   * Removes the cookies of the session, but not the session of another project. Keeps PKCE
   * verifiers, because a flow may still need them.
   * @param ended the session that ended. If set, keeps a different session in the cookie of
   * `@supabase/ssr`. Default: removes that cookie too
   */
  clear(ended?: Pick<TokenSet, "accessToken">): void {
    this.#preferred = null;
    if (this.read().status === "foreign") return;
    const { present, fresh, bridge } = this.#jar.naming.own;
    // `Jar` limits the removals per response, so remove `sb-present` first.
    this.#removeIfPresent(present);
    this.#removeIfPresent(fresh);
    this.#removeOwnCookies(new Set());
    const next = this.isBridged && ended ? this.ssr.read() : null;
    const idOf = (token: string) => peekClaims(token)?.session_id;
    if (next && ended && idOf(next.accessToken) !== idOf(ended.accessToken)) {
      this.#removeIfPresent(bridge);
    } else this.ssr.remove();
  }

  hold(): void {
    this.#jar.set(this.#jar.naming.own.hold, "1", REFRESH_HOLD_SECONDS);
  }

  isHeld(): boolean {
    return this.#jar.naming.read.some(({ hold }) => this.#jar.get(hold) !== undefined);
  }

  #compose(
    tokens: TokenSet,
    event: SessionEvent,
    replaced: Readonly<StoredSession> | null,
  ): { written: StoredSession; parts: readonly string[] } {
    const before = this.read();
    // Tabs of one session compare the counts to detect missed events, so continue the count.
    const isContinued = !replaced || event === "USER_UPDATED";
    const mark = before.status === "whole" && isContinued ? before.session.event : FIRST_MARK;
    const known = isSessionEvent(mark.name) ? { count: mark.count, name: mark.name } : FIRST_MARK;
    const written = { ...tokens, event: nextMark(known, event) };
    return { written, parts: this.#split(written) };
  }

  #split(session: Readonly<StoredSession>): string[] {
    const { runtime } = this.#backend;
    const generation = createGeneration(runtime.now(), runtime.randomBytes(2));
    return splitValue(encodeSession(session), generation);
  }

  #splitIfFits(session: Readonly<StoredSession>): string[] | null {
    try {
      return this.#split(session);
    } catch {
      return null;
    }
  }

  #put(session: Readonly<StoredSession>, parts: readonly string[]): void {
    const { own } = this.#jar.naming;
    const names = partNames(own.session, parts.length);
    this.#preferred = null;
    this.#removeOwnCookies(new Set(names));
    for (const [index, name] of names.entries()) {
      this.#jar.set(name, parts[index] ?? "", this.#cookieSeconds);
    }
    this.#jar.set(own.present, "1", this.#cookieSeconds);
    const remaining = session.expiresAt - this.#backend.runtime.now() / 1000;
    const lifetime = peekClaims(session.accessToken)?.lifetimeSeconds;
    const fresh = secondsUntilDue(remaining, lifetime);
    if (fresh > 0) this.#jar.set(own.fresh, "1", Math.min(fresh, this.#cookieSeconds));
    else this.#removeIfPresent(own.fresh);
    this.#bridge(session, parts);
  }

  #bridge(session: Readonly<StoredSession>, parts: readonly string[]): void {
    if (!this.isBridged) {
      this.ssr.remove();
      return;
    }
    const used = parts.reduce((sum, part) => sum + part.length, 0);
    const isWritten = this.ssr.write(session, { used, seconds: this.#cookieSeconds });
    if (!isWritten) this.#log?.("bridge_too_large");
  }

  /** `Jar` limits the removals per response, so remove cookies with the current names first. */
  #removeOwnCookies(keep: ReadonlySet<string>): void {
    const cookies = this.#jar.getAll();
    const { all, read, own } = this.#jar.naming;
    for (const { session } of [own, ...all]) {
      const isForeign = read.some((names) => names.session === session);
      for (const { name } of cookies) {
        if (isPartName(name, session) && !keep.has(name)) this.#jar.remove(name, { isForeign });
      }
    }
  }

  #removeIfPresent(name: string): void {
    if (this.#jar.get(name) !== undefined) this.#jar.remove(name);
  }
}
