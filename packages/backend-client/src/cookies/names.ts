import {
  BRIDGE_COOKIE,
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
  /** Holds the name of the cookie of `@supabase/ssr` if both were written, else `0`. */
  bridge: string;
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
    bridge: host + rename(BRIDGE_COOKIE),
    present: rename(PRESENT_COOKIE),
    fresh: rename(FRESH_COOKIE),
  });
  return { prefix, plain: build(""), hostBound: build(HOST) };
}

export const DEFAULT_NAMES = createNames();

/** Old cookies of an app that migrates. */
export interface OldCookies {
  /** Plain names of versions before host-bound names. On http they are always read. */
  unprefixed: boolean;
  ssr: boolean;
  /** True if every write also writes the cookie of `@supabase/ssr`. */
  bridge: boolean;
  /** Name of the cookie of `@supabase/ssr`. Undefined: the name that its client chooses. */
  ssrName: string | undefined;
  /** True after the migration: old cookies are not read, only removed. */
  isOver: boolean;
}

export interface Naming {
  own: CookieNames;
  /** Names that are read, the most trusted first. The first one present wins. */
  read: readonly CookieNames[];
  all: readonly CookieNames[];
  isSsrRead: boolean;
  ssrName: string | undefined;
  isBridged: boolean;
  isOver: boolean;
}

export function chooseNames(
  { plain, hostBound }: NamePair,
  request: { secure: boolean; domain?: string | undefined; old: OldCookies | null },
): Naming {
  const { secure, domain, old } = request;
  const isBound = secure && domain === undefined;
  const all = [hostBound, plain];
  return {
    own: isBound ? hostBound : plain,
    read: isBound && !old?.unprefixed ? [hostBound] : all,
    all,
    isSsrRead: old?.ssr ?? !secure,
    ssrName: old?.ssrName,
    isBridged: old?.bridge ?? false,
    isOver: old?.isOver ?? false,
  };
}
