import {
  FLOW_COOKIE_PREFIX,
  FRESH_COOKIE,
  HOLD_COOKIE,
  PRESENT_COOKIE,
  SESSION_COOKIE,
  TOMBSTONE_COOKIE,
} from "../config/constants.js";

/** Names of the package's cookies. */
export interface CookieNames {
  session: string;
  tombstone: string;
  hold: string;
  /** Prefix of PKCE verifiers. */
  flow: string;
  /** Hint: there is a session. Always plain, because a Next matcher is a literal. */
  present: string;
  /** Hint: no refresh is due yet. Always plain. */
  fresh: string;
}

/** The two sets of names that one prefix has. */
export interface NamePair {
  prefix: string;
  plain: CookieNames;
  /**
   * For https without a parent domain: no other host can set or remove a `__Host-` cookie.
   * @see draft-ietf-httpbis-rfc6265bis §4.1.3.2
   */
  hostBound: CookieNames;
}

const HOST = "__Host-";

/** Whether only the host itself, over https, can set a cookie of this name. */
export function isHostBound(name: string): boolean {
  return name.startsWith(HOST);
}

/** Builds the names of a `cookiePrefix`. */
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

/** Names without an option. */
export const DEFAULT_NAMES = createNames();

/** Old cookies that are read on https, too. On http they always are. */
export interface OldCookies {
  /** Plain names, from before names were bound to the host. */
  unprefixed: boolean;
  /** Sessions of plain `@supabase/ssr`. */
  ssr: boolean;
}

/** How the cookies of one request are named. */
export interface Naming {
  /** Names that are written. */
  own: CookieNames;
  /** Names that are read, the most trusted first: the first that is present wins. */
  read: readonly CookieNames[];
  /** Names that are removed together with the session. */
  all: readonly CookieNames[];
  /** Whether a session of plain `@supabase/ssr` is read. */
  isSsrRead: boolean;
}

/** Chooses the names for a request. */
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
