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
  /**
   * The value of this cookie is the name of the `@supabase/ssr` cookie if the server also wrote
   * that cookie. Otherwise, the value is `0`.
   */
  bridge: string;
  /**
   * This cookie exists while there is a session. Its name never starts with `__Host-`, so the name
   * is the same on http and https. The matcher of Next's proxy contains the name, and Next requires
   * the matcher to be a literal.
   */
  present: string;
  /** This cookie exists until a refresh is due. Its name never starts with `__Host-`. */
  fresh: string;
}

export interface NamePair {
  prefix: string;
  plain: CookieNames;
  /**
   * Names on https if no cookie domain is configured. Only this host can set a `__Host-` cookie.
   */
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

/** The old cookies that the server reads while an app migrates. */
export interface OldCookies {
  /**
   * True if the server also reads cookies without the `__Host-` prefix, as earlier versions wrote
   * them. On http and with a cookie domain, the server always reads cookies without the prefix.
   */
  unprefixed: boolean;
  ssr: boolean;
  /**
   * True if the server also writes the cookie of `@supabase/ssr`, unless the session is too large
   * for the cookies of both libraries.
   */
  bridge: boolean;
  /** Name of the cookie of `@supabase/ssr`. Undefined: the default name. */
  ssrName: string | undefined;
  /** True after the migration. The server then removes old cookies instead of reading them. */
  isOver: boolean;
}

export interface Naming {
  own: CookieNames;
  /**
   * Names that the server reads, the most trusted first. The server uses the first name that the
   * request has.
   */
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
