import type { Backend } from "../config/define-backend.js";
import { hasParts, isPartName, joinAll, joinParts } from "../cookies/chunk.js";
import { decodeSession, type StoredSession } from "../cookies/encode.js";
import type { Jar } from "../cookies/jar.js";
import type { CookieNames } from "../cookies/names.js";
import type { TokenReader } from "./jwt.js";
import { isRefreshToken } from "./refresh-token.js";

export type StoredRead =
  | { status: "none" }
  | { status: "whole"; session: Readonly<StoredSession> }
  | { status: "foreign" }
  | { status: "damaged" };

function decode(value: string): StoredSession | null {
  const session = decodeSession(value);
  return session && isRefreshToken(session.refreshToken) ? session : null;
}

export class OwnCookie {
  readonly #backend: Backend;
  readonly #jar: Jar;
  readonly #tokens: TokenReader;

  constructor(backend: Backend, jar: Jar, tokens: TokenReader) {
    this.#backend = backend;
    this.#jar = jar;
    this.#tokens = tokens;
  }

  get source(): CookieNames | null {
    const cookies = this.#jar.getAll();
    return this.#jar.naming.read.find(({ session }) => hasParts(cookies, session)) ?? null;
  }

  get isCurrent(): boolean {
    return this.source === this.#jar.naming.own;
  }

  read(): StoredRead {
    const { source } = this;
    if (!source) return { status: "none" };
    const cookies = this.#jar.getAll();
    const joined = joinParts(cookies, source.session, this.#backend.runtime.now());
    const session = joined.status === "whole" ? decode(joined.value) : null;
    if (!session) return { status: "damaged" };
    if (!this.#isForeign(session)) return { status: "whole", session };
    const [own] = this.#all(source);
    return own ? { status: "whole", session: own } : { status: "foreign" };
  }

  readAll(): Readonly<StoredSession>[] {
    return this.#jar.naming.read.flatMap((names) => this.#all(names));
  }

  sole(): string | null {
    const name = this.source?.session;
    if (name === undefined) return null;
    const parts = this.#jar.getAll().filter((each) => isPartName(each.name, name));
    return parts.length === 1 && parts[0]?.name === name ? parts[0].value : null;
  }

  #all({ session: name }: CookieNames): StoredSession[] {
    const values = joinAll(this.#jar.getAll(), name, this.#backend.runtime.now());
    return values.flatMap((value) => decode(value) ?? []).filter((one) => !this.#isForeign(one));
  }

  #isForeign({ accessToken }: Readonly<StoredSession>): boolean {
    const iss = this.#tokens.peek(accessToken)?.iss;
    return iss !== undefined && !this.#backend.issuers.includes(iss);
  }
}
