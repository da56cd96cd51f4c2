import { sha256 } from "#crypto";
import { TOMBSTONE_MAX } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { Jar } from "../cookies/jar.js";
import { peekClaims, type TokenReader } from "./jwt.js";
import { type RealmState, realmState } from "./project-state.js";
import { recordSignOut, tombstoneSeconds } from "./tombstones.js";
import type { TokenSet } from "./types.js";

type Tokens = Pick<TokenSet, "accessToken" | "refreshToken">;

interface Sources {
  backend: Backend;
  jar: Jar;
  tokens: TokenReader;
  secret: string | undefined;
}

/** Records ended sessions, so that a late response cannot restore one. */
export class SessionEnds {
  readonly #sources: Sources;
  #hashed: { token: string; hash: string } | null = null;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async has(tokens: Tokens): Promise<boolean> {
    const isEnded = await this.reader(tokens);
    return isEnded();
  }

  async reader(tokens: Tokens): Promise<() => boolean> {
    const { ended } = await this.#realm();
    const hash = await this.hashOf(tokens.refreshToken);
    return () =>
      this.isNoted(ended, this.#sources.tokens.peek(tokens.accessToken)?.session_id, hash);
  }

  isNoted(ended: RealmState["ended"], id: string | undefined, refreshHash: string): boolean {
    const now = this.#sources.backend.runtime.now();
    if ((ended.refreshTokens.get(refreshHash) ?? 0) > now) return true;
    if (id === undefined) return false;
    return (ended.sessionIds.get(id) ?? 0) > now || this.#tombstones().includes(id);
  }

  /**
   * Writes the session id into the tombstone cookie, for as long as a late response could contain a
   * valid token. If the session is verified, also records the end in this process.
   */
  async record(tokens: Tokens, { isVerified }: { isVerified: boolean }): Promise<void> {
    const { backend, jar } = this.#sources;
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
        now: backend.runtime.now(),
      });
      for (const [token, entry] of verified) {
        if (entry.claims.session_id === id) verified.delete(token);
      }
    }
    if (id === undefined) return;
    const ids = [id, ...this.#tombstones().filter((other) => other !== id)];
    jar.set(jar.naming.own.tombstone, ids.slice(0, TOMBSTONE_MAX).join("."), seconds);
  }

  async hashOf(refreshToken: string): Promise<string> {
    if (this.#hashed?.token !== refreshToken) {
      this.#hashed = { token: refreshToken, hash: await sha256(refreshToken) };
    }
    return this.#hashed.hash;
  }

  #realm(): Promise<RealmState> {
    return realmState(this.#sources.backend, this.#sources.secret);
  }

  /**
   * Returns the ids of ended sessions. Reads every cookie with that name, because a cookie that
   * another host set must not hide the cookie of this host.
   */
  #tombstones(): string[] {
    const { jar } = this.#sources;
    const names = jar.naming.read.map(({ tombstone }) => tombstone);
    return jar
      .getAll()
      .filter(({ name }) => names.includes(name))
      .flatMap(({ value }) => value.split("."))
      .filter((id) => id !== "");
  }
}
