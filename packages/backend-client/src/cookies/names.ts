import {
  FLOW_COOKIE_PREFIX,
  FRESH_COOKIE,
  HOLD_COOKIE,
  PRESENT_COOKIE,
  SESSION_COOKIE,
  TOMBSTONE_COOKIE,
} from "../config/constants.js";

export interface CookieNames {
  session: string;
  tombstone: string;
  hold: string;
  flow: string;
  /** Hint for the proxy that there is a session. Plain, because a Next matcher is a literal. */
  present: string;
  /** Hint that no refresh is due yet. Always plain. */
  fresh: string;
}

export interface NamePair {
  prefix: string;
  plain: CookieNames;
  /** For https without a parent domain. No other host can set a `__Host-` cookie. */
  hostBound: CookieNames;
}

const HOST = "__Host-";

export function isHostBound(name: string): boolean {
  return name.startsWith(HOST);
}

export function createNames(prefix = "sb"): NamePair {
  const rename = (name: string) => prefix + name.slice("sb".length);
  const build = (host: string): CookieNames => ({
    session: host + rename(SESSION_COOKIE),
    tombstone: host + rename(TOMBSTONE_COOKIE),
    hold: host + rename(HOLD_COOKIE),
    flow: host + rename(FLOW_COOKIE_PREFIX),
    present: rename(PRESENT_COOKIE),
    fresh: rename(FRESH_COOKIE),
  });
  return { prefix, plain: build(""), hostBound: build(HOST) };
}

export const DEFAULT_NAMES = createNames();

/** Old cookies to read on https too. On http they are always read. */
export interface OldCookies {
  /** Plain names of versions before host-bound names. */
  unprefixed: boolean;
  ssr: boolean;
}

export interface Naming {
  own: CookieNames;
  /** Names that are read, the most trusted first. The first one present wins. */
  read: readonly CookieNames[];
  all: readonly CookieNames[];
  isSsrRead: boolean;
}

export function chooseNames(
  { plain, hostBound }: NamePair,
  request: { secure: boolean; domain?: string | undefined; old: OldCookies },
): Naming {
  const { secure, domain, old } = request;
  const isBound = secure && domain === undefined;
  const all = [hostBound, plain];
  return {
    own: isBound ? hostBound : plain,
    read: isBound && !old.unprefixed ? [hostBound] : all,
    all,
    isSsrRead: !secure || old.ssr,
  };
}
