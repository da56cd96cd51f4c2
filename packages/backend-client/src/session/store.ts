import { sha256 } from "#crypto";
import {
  REFRESH_HOLD_SECONDS,
  SESSION_COOKIE_SECONDS,
  TOMBSTONE_MAX,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import {
  createGeneration,
  hasParts,
  isPartName,
  joinAll,
  joinParts,
  partNames,
  splitValue,
} from "../cookies/chunk.js";
import { decodeSession, encodeSession, type StoredSession } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import { legacyNames, readLegacySession } from "../cookies/legacy.js";
import type { CookieNames } from "../cookies/names.js";
import { FIRST_MARK, isSessionEvent, nextMark, type SessionEvent } from "./events.js";
import { peekClaims } from "./jwt.js";
import { type RealmState, realmState } from "./project-state.js";
import { secondsUntilDue } from "./refresh-policy.js";
import { isRefreshToken } from "./refresh-token.js";
import { recordSignOut, tombstoneSeconds } from "./tombstones.js";
import type { TokenSet } from "./types.js";

export type StoredRead =
  | { status: "none" }
  | { status: "whole"; session: Readonly<StoredSession> }
  /** A session of another project on this host. It is not used, sent or removed. */
  | { status: "foreign" }
  | { status: "damaged" };

/** The only writer of session cookies. No write brings back a session that has ended. */
export class SessionStore {
  readonly #backend: Backend;
  readonly #jar: Jar;
  readonly #cookieSeconds: number;
  readonly #secret: string | undefined;
  /** Caches of the last token, because one request reads it several times. */
  #peeked: { token: string; claims: ReturnType<typeof peekClaims> } | null = null;
  #hashed: { token: string; hash: string } | null = null;

  constructor(
    backend: Backend,
    jar: Jar,
    cookieSeconds: number = SESSION_COOKIE_SECONDS,
    secret?: string | undefined,
  ) {
    this.#backend = backend;
    this.#jar = jar;
    this.#cookieSeconds = cookieSeconds;
    this.#secret = secret;
  }

  /** Returns our session, or a session of `@supabase/ssr` in a project that migrates. */
  read(): StoredRead {
    const cookies = this.#jar.getAll();
    const source = this.#source();
    if (source) {
      const joined = joinParts(cookies, source.session, this.#backend.runtime.now());
      const session = joined.status === "whole" ? decode(joined.value) : null;
      if (!session) return { status: "damaged" };
      if (this.#isForeign(session)) return this.#readOwn(source);
      return { status: "whole", session };
    }
    if (!this.#jar.naming.isSsrRead) return { status: "none" };
    const legacy = readLegacySession(cookies, this.#backend.url);
    if (!legacy) return { status: "none" };
    if (this.#isForeign(legacy)) return { status: "foreign" };
    return isRefreshToken(legacy.refreshToken)
      ? { status: "whole", session: legacy }
      : { status: "damaged" };
  }

  #readOwn({ session: name }: CookieNames): StoredRead {
    const values = joinAll(this.#jar.getAll(), name, this.#backend.runtime.now());
    const own = values.map(decode).find((session) => session && !this.#isForeign(session));
    return own ? { status: "whole", session: own } : { status: "foreign" };
  }

  #isForeign({ accessToken }: Readonly<StoredSession>): boolean {
    const iss = this.#peek(accessToken)?.iss;
    return iss !== undefined && !this.#backend.issuers.includes(iss);
  }

  /** Returns the session in use first. A parent domain or a former name may have left others. */
  readAll(): Readonly<StoredSession>[] {
    const cookies = this.#jar.getAll();
    const now = this.#backend.runtime.now();
    const read = this.read();
    const found = new Map<string, Readonly<StoredSession>>();
    if (read.status === "whole") found.set(read.session.refreshToken, read.session);
    const values = this.#jar.naming.read.flatMap(({ session }) => joinAll(cookies, session, now));
    for (const value of values) {
      const session = decode(value);
      if (session && !this.#isForeign(session) && !found.has(session.refreshToken))
        found.set(session.refreshToken, session);
    }
    return [...found.values()].slice(0, TOMBSTONE_MAX);
  }

  /** Checks this process and this browser. */
  async isEnded(tokens: Pick<TokenSet, "accessToken" | "refreshToken">): Promise<boolean> {
    const { ended } = await this.#realm();
    const id = this.#peek(tokens.accessToken)?.session_id;
    return this.isNoted(ended, id, await this.#hash(tokens.refreshToken));
  }

  isNoted(ended: RealmState["ended"], id: string | undefined, refreshHash: string): boolean {
    const now = this.#backend.runtime.now();
    if ((ended.refreshTokens.get(refreshHash) ?? 0) > now) return true;
    if (id === undefined) return false;
    return (ended.sessionIds.get(id) ?? 0) > now || this.#tombstones().includes(id);
  }

  /** Returns null if the session does not come from exactly one cookie. */
  soleCookie(): string | null {
    const name = this.#source()?.session;
    if (name === undefined) return null;
    const [cookie, ...others] = this.#jar.getAll().filter((each) => isPartName(each.name, name));
    return others.length === 0 && cookie?.name === name ? cookie.value : null;
  }

  /**
   * `replaced` is another session that ends, so that a late response cannot bring it back.
   * @returns the session as written; null if it was signed out first, and is now removed
   * @throws BackendError `cookie_too_large`; then nothing has changed
   */
  async write(
    tokens: TokenSet,
    event: SessionEvent,
    replaced: Readonly<StoredSession> | null = null,
  ): Promise<StoredSession | null> {
    const { ended } = await this.#realm();
    const hash = await this.#hash(tokens.refreshToken);
    const isNoted = () => this.isNoted(ended, this.#peek(tokens.accessToken)?.session_id, hash);
    const { written, parts } = this.#compose(tokens, event, replaced);
    if (replaced && !isNoted()) await this.end(replaced, { isVerified: false });
    // No `await` between this check and the write.
    if (isNoted()) {
      this.clear();
      return null;
    }
    this.#put(written, parts);
    return written;
  }

  /** For new tokens only, because it does not check whether their session ended. */
  put(tokens: TokenSet, event: SessionEvent): void {
    const { written, parts } = this.#compose(tokens, event, null);
    this.#put(written, parts);
  }

  /** True if the session has its current cookie name and the hint that makes the proxy run. */
  get isAdopted(): boolean {
    const { own } = this.#jar.naming;
    return this.#source() === own && this.#jar.get(own.present) !== undefined;
  }

  /** Gives the session its current name if it fits; otherwise the next refresh does. */
  adopt(): void {
    const { own } = this.#jar.naming;
    const source = this.#source();
    if (source === own) {
      if (!this.isAdopted) this.#jar.set(own.present, "1", this.#cookieSeconds);
      return;
    }
    const stored = this.read();
    if (source === null || stored.status !== "whole") return;
    const parts = this.#splitIfFits(stored.session);
    if (parts) this.#put(stored.session, parts);
  }

  /** Removes all session cookies that are not in use, including those of parent domains. */
  tidy(): void {
    const { own, read } = this.#jar.naming;
    const requested = this.#jar.requested
      .map(({ name }) => name)
      .filter((name) => read.some(({ session }) => isPartName(name, session)));
    const stored = this.read();
    if (stored.status !== "whole" || this.#source() === null) return;
    const parts = this.#splitIfFits(stored.session);
    if (!parts) return;
    const names = partNames(own.session, parts.length);
    const isTidy = requested.length <= names.length && requested.every((n) => names.includes(n));
    if (isTidy && new Set(requested).size === requested.length) return;
    for (const name of [...names, ...requested]) this.#jar.remove(name, { isForeign: true });
    this.#put(stored.session, parts);
  }

  /** Records an event that changed no token. */
  async note(event: SessionEvent): Promise<void> {
    const read = this.read();
    if (read.status === "whole") await this.write(read.session, event);
  }

  /** Also removes damaged cookies. PKCE verifiers stay, because their flow may still finish. */
  clear(): void {
    if (this.read().status === "foreign") return;
    const { present, fresh } = this.#jar.naming.own;
    // Comes first, because a response takes a limited number of removals.
    this.#removeIfPresent(present);
    this.#removeIfPresent(fresh);
    this.#removeSessionCookies(new Set());
  }

  /**
   * Writes a tombstone for as long as a late response could carry a usable token.
   * @param options.isVerified if true, this process records the end too
   */
  async end(
    tokens: Pick<TokenSet, "accessToken" | "refreshToken">,
    { isVerified }: { isVerified: boolean },
  ): Promise<void> {
    const claims = peekClaims(tokens.accessToken);
    const id = claims?.session_id;
    const seconds = tombstoneSeconds(claims?.lifetimeSeconds);
    const { ended, verified } = await this.#realm();
    verified.delete(await sha256(tokens.accessToken));
    if (isVerified) {
      const refreshToken = await sha256(tokens.refreshToken);
      recordSignOut(ended, {
        refreshToken,
        sessionId: id,
        seconds,
        now: this.#backend.runtime.now(),
      });
      for (const [token, entry] of verified) {
        if (entry.claims.session_id === id) verified.delete(token);
      }
    }
    if (id === undefined) return;
    const ids = [id, ...this.#tombstones().filter((other) => other !== id)];
    this.#jar.set(this.#jar.naming.own.tombstone, ids.slice(0, TOMBSTONE_MAX).join("."), seconds);
  }

  /** Prevents another redirect of pages through a refresh for a few seconds. */
  hold(): void {
    this.#jar.set(this.#jar.naming.own.hold, "1", REFRESH_HOLD_SECONDS);
  }

  isHeld(): boolean {
    return this.#jar.naming.read.some(({ hold }) => this.#jar.get(hold) !== undefined);
  }

  #peek(token: string): ReturnType<typeof peekClaims> {
    if (this.#peeked?.token !== token) this.#peeked = { token, claims: peekClaims(token) };
    return this.#peeked.claims;
  }

  async #hash(token: string): Promise<string> {
    if (this.#hashed?.token !== token) this.#hashed = { token, hash: await sha256(token) };
    return this.#hashed.hash;
  }

  #realm(): Promise<RealmState> {
    return realmState(this.#backend, this.#secret);
  }

  /** Returns the names that the session is read from, or null without such a cookie. */
  #source(): CookieNames | null {
    const cookies = this.#jar.getAll();
    return this.#jar.naming.read.find(({ session }) => hasParts(cookies, session)) ?? null;
  }

  /** Reads all cookies of the name, because a cookie of another host must not hide this host's. */
  #tombstones(): string[] {
    const names = this.#jar.naming.read.map(({ tombstone }) => tombstone);
    return this.#jar
      .getAll()
      .filter(({ name }) => names.includes(name))
      .flatMap(({ value }) => value.split("."))
      .filter((id) => id !== "");
  }

  #compose(
    tokens: TokenSet,
    event: SessionEvent,
    replaced: Readonly<StoredSession> | null,
  ): { written: StoredSession; parts: readonly string[] } {
    const before = this.read();
    // A tab with the same user detects the event by its count.
    const isContinued = !replaced || event === "USER_UPDATED";
    const mark = before.status === "whole" && isContinued ? before.session.event : FIRST_MARK;
    const known = isSessionEvent(mark.name) ? { count: mark.count, name: mark.name } : FIRST_MARK;
    const written = { ...tokens, event: nextMark(known, event) };
    return { written, parts: this.#split(written) };
  }

  /** @throws BackendError `cookie_too_large` */
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
    this.#removeSessionCookies(new Set(names));
    for (const [index, name] of names.entries()) {
      this.#jar.set(name, parts[index] ?? "", this.#cookieSeconds);
    }
    this.#jar.set(own.present, "1", this.#cookieSeconds);
    const remaining = session.expiresAt - this.#backend.runtime.now() / 1000;
    const lifetime = peekClaims(session.accessToken)?.lifetimeSeconds;
    const fresh = secondsUntilDue(remaining, lifetime);
    if (fresh > 0) this.#jar.set(own.fresh, "1", Math.min(fresh, this.#cookieSeconds));
    else this.#removeIfPresent(own.fresh);
  }

  /** Covers every combination of name and scope, current names first. */
  #removeSessionCookies(keep: ReadonlySet<string>): void {
    const cookies = this.#jar.getAll();
    const { all, read, own } = this.#jar.naming;
    for (const { session } of [own, ...all]) {
      const isForeign = read.some((names) => names.session === session);
      for (const { name } of cookies) {
        if (isPartName(name, session) && !keep.has(name)) this.#jar.remove(name, { isForeign });
      }
    }
    for (const name of legacyNames(cookies, this.#backend.url)) this.#jar.remove(name);
  }

  #removeIfPresent(name: string): void {
    if (this.#jar.get(name) !== undefined) this.#jar.remove(name);
  }
}

function decode(value: string): StoredSession | null {
  const session = decodeSession(value);
  return session && isRefreshToken(session.refreshToken) ? session : null;
}
