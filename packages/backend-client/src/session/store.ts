import {
  FRESH_COOKIE,
  HOLD_COOKIE,
  REFRESH_HOLD_SECONDS,
  SESSION_COOKIE,
  SESSION_COOKIE_SECONDS,
  TOMBSTONE_COOKIE,
  TOMBSTONE_MAX,
  VERIFIED_TOKENS_MAX,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import {
  createGeneration,
  isPartName,
  joinParts,
  partNames,
  soleValue,
  splitValue,
  writingOf,
} from "../cookies/chunk.js";
import { decodeSession, encodeSession, type StoredSession } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import { legacyNames, readLegacySession } from "../cookies/legacy.js";
import { hasEnded, noteEnd, tombstoneSeconds } from "./ended.js";
import { FIRST_MARK, isSessionEvent, nextMark, type SessionEvent } from "./events.js";
import { peekClaims } from "./jwt.js";
import { type ProjectState, projectState } from "./project-state.js";
import { secondsUntilDue } from "./refresh-policy.js";
import { isRefreshToken } from "./refresh-token.js";
import type { TokenSet } from "./types.js";

/** What the request's cookies hold. */
export type StoredRead =
  | { status: "none" }
  | { status: "whole"; session: Readonly<StoredSession> }
  | { status: "damaged" };

/**
 * The session cookies of one request and the sole writer of them. Every writing looks first
 * whether the session ended meanwhile, so that a late answer cannot bring it back.
 */
export class SessionStore {
  readonly #backend: Backend;
  readonly #jar: Jar;
  readonly #cookieSeconds: number;

  constructor(backend: Backend, jar: Jar, cookieSeconds: number = SESSION_COOKIE_SECONDS) {
    this.#backend = backend;
    this.#jar = jar;
    this.#cookieSeconds = cookieSeconds;
  }

  /** The session of a cookie that was read before; null says nothing about others. */
  recall(): Readonly<StoredSession> | null {
    const sole = soleValue(this.#jar.getAll(), SESSION_COOKIE);
    if (sole === undefined) return null;
    const known = this.#state.decoded.get(writingOf(sole));
    return known?.value === sole ? known.session : null;
  }

  /** Reads the session: ours, else one that plain `@supabase/ssr` left behind. */
  read(): StoredRead {
    const known = this.recall();
    if (known) return { status: "whole", session: known };
    const cookies = this.#jar.getAll();
    const joined = joinParts(cookies, SESSION_COOKIE, this.#backend.runtime.now());
    if (joined.status === "whole") {
      const session = decodeSession(joined.value);
      if (!session || !isRefreshToken(session.refreshToken)) return { status: "damaged" };
      this.#remember(session);
      return { status: "whole", session };
    }
    if (joined.status === "damaged") return joined;
    const legacy = readLegacySession(cookies, this.#backend.url);
    if (!legacy) return { status: "none" };
    return isRefreshToken(legacy.refreshToken)
      ? { status: "whole", session: legacy }
      : { status: "damaged" };
  }

  /** Whether the session that tokens belong to was signed out, here or in this browser. */
  isEnded({ accessToken, refreshToken }: Pick<TokenSet, "accessToken" | "refreshToken">): boolean {
    const { ended, verified } = this.#state;
    const now = this.#backend.runtime.now();
    if (hasEnded(ended, refreshToken, now)) return true;
    const id = verified.get(accessToken)?.claims.session_id ?? peekClaims(accessToken)?.session_id;
    if (id === undefined) return false;
    return (ended.sessionIds.get(id) ?? 0) > now || this.#tombstones().includes(id);
  }

  /**
   * Writes tokens as the request's session.
   * @returns what was written; null, and the session is removed, when it was signed out meanwhile
   */
  write(tokens: TokenSet, event: SessionEvent): StoredSession | null {
    if (this.isEnded(tokens)) {
      this.clear();
      return null;
    }
    const { runtime } = this.#backend;
    const before = this.read();
    const mark = before.status === "whole" ? before.session.event : FIRST_MARK;
    const known = isSessionEvent(mark.name) ? { count: mark.count, name: mark.name } : FIRST_MARK;
    const written = { ...tokens, event: nextMark(known, event) };
    const parts = splitValue(
      encodeSession(written),
      createGeneration(runtime.now(), runtime.randomBytes(2)),
    );
    const names = partNames(SESSION_COOKIE, parts.length);
    this.#removeSessionCookies(new Set(names));
    for (const [index, name] of names.entries()) {
      this.#jar.set(name, parts[index] ?? "", this.#cookieSeconds);
    }
    const fresh = secondsUntilDue(tokens.expiresAt - runtime.now() / 1000);
    if (fresh > 0) this.#jar.set(FRESH_COOKIE, "1", Math.min(fresh, this.#cookieSeconds));
    else this.#removeIfPresent(FRESH_COOKIE);
    return written;
  }

  /** Counts an event that changed no token. */
  note(event: SessionEvent): void {
    const read = this.read();
    if (read.status === "whole") this.write(read.session, event);
  }

  /**
   * Removes the session's cookies, whole or damaged, ours or left by `@supabase/ssr`. PKCE verifiers
   * stay: a flow that began before may end after.
   */
  clear(): void {
    this.#removeSessionCookies(new Set());
    this.#removeIfPresent(FRESH_COOKIE);
  }

  /**
   * Ends a session for good: a tombstone in the browser, for as long as a late answer could still
   * carry a usable token, and a note in this process.
   * @param options.isVerified whether the access token was verified. Only then is its session id
   * believed beyond this browser: a forged cookie must not sign anyone else out.
   */
  end(
    tokens: Pick<TokenSet, "accessToken" | "refreshToken">,
    options: { isVerified: boolean },
  ): void {
    const claims = peekClaims(tokens.accessToken);
    const id = claims?.session_id;
    const seconds = tombstoneSeconds(claims?.lifetimeSeconds);
    const { ended, verified } = this.#state;
    const { isVerified } = options;
    noteEnd(ended, {
      refreshToken: tokens.refreshToken,
      isVerified,
      sessionId: id,
      seconds,
      now: this.#backend.runtime.now(),
    });
    verified.delete(tokens.accessToken);
    if (id === undefined) return;
    if (isVerified) {
      for (const [token, entry] of verified) {
        if (entry.claims.session_id === id) verified.delete(token);
      }
    }
    const ids = [id, ...this.#tombstones().filter((other) => other !== id)];
    this.#jar.set(TOMBSTONE_COOKIE, ids.slice(0, TOMBSTONE_MAX).join("."), seconds);
  }

  /** Keeps pages from being sent through a refresh again for a few seconds. */
  hold(): void {
    this.#jar.set(HOLD_COOKIE, "1", REFRESH_HOLD_SECONDS);
  }

  /** Whether this browser was sent through a refresh a moment ago. */
  isHeld(): boolean {
    return this.#jar.get(HOLD_COOKIE) !== undefined;
  }

  get #state(): ProjectState {
    return projectState(this.#backend.url);
  }

  /** Only what a verified token vouches for: made-up cookies must not push out real ones. */
  #remember(session: Readonly<StoredSession>): void {
    const { decoded, verified } = this.#state;
    const sole = soleValue(this.#jar.getAll(), SESSION_COOKIE);
    if (sole === undefined || !verified.has(session.accessToken)) return;
    decoded.set(writingOf(sole), { value: sole, session });
    for (const oldest of decoded.keys()) {
      if (decoded.size <= VERIFIED_TOKENS_MAX) break;
      decoded.delete(oldest);
    }
  }

  #tombstones(): string[] {
    return (this.#jar.get(TOMBSTONE_COOKIE) ?? "").split(".").filter((id) => id !== "");
  }

  #removeSessionCookies(keep: ReadonlySet<string>): void {
    const cookies = this.#jar.getAll();
    const ours = cookies.map(({ name }) => name).filter((name) => isPartName(name, SESSION_COOKIE));
    for (const name of new Set([...ours, ...legacyNames(cookies, this.#backend.url)])) {
      if (!keep.has(name)) this.#jar.remove(name);
    }
  }

  #removeIfPresent(name: string): void {
    if (this.#jar.get(name) !== undefined) this.#jar.remove(name);
  }
}
