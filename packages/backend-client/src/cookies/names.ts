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
   * Name of a cookie whose value is the name of the `@supabase/ssr` cookie that the server also
   * wrote, or `0` if the server wrote none.
   */
  bridge: string;
  /**
   * Has no prefix `__Host-`. The matcher of Next's proxy contains the name as a literal, so the
   * name must be the same on http and https.
   */
  present: string;
  fresh: string;
}

export interface NamePair {
  prefix: string;
  plain: CookieNames;
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

export interface OldCookies {
  unprefixed: boolean;
  ssr: boolean;
  bridge: boolean;
  ssrName: string | undefined;
  isOver: boolean;
}

export interface Naming {
  own: CookieNames;
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
