import { MIGRATION_DAYS, MIGRATION_MAX_DAYS } from "../config/constants.js";
import { isPartName } from "../cookies/chunk.js";
import type { NamePair, OldCookies } from "../cookies/names.js";

/**
 * Options for reading the cookies of earlier SDK versions and of `@supabase/ssr`. After the last
 * day (`until`), the server only removes these cookies.
 */
export interface MigrateOptions {
  /** The day on which the upgrade went live, such as `2026-12-01` (UTC). */
  upgradedOn: string;
  /**
   * The old cookies. `unprefixed`: session cookies of versions before 1.0, whose names have no
   * `__Host-` prefix. `ssr`: session cookies of `@supabase/ssr`.
   */
  from: readonly ("unprefixed" | "ssr")[];
  /**
   * If true, the server also writes the session cookie of `@supabase/ssr`, so that routes of both
   * libraries share one session. Scripts can then read the refresh token. If the session is too
   * large, the server does not write that cookie. Default: false.
   */
  bridge?: boolean | undefined;
  /**
   * Name of the session cookie of `@supabase/ssr`, if the app has set its option
   * `cookieOptions.name`. Default: `sb-<first label of the project's host>-auth-token`.
   */
  ssrCookieName?: string | undefined;
  /**
   * Last day on which the server reads the old cookies, at most 400 days after `upgradedOn`.
   * Default: the server reads them for 60 days, `upgradedOn` included.
   */
  until?: string | undefined;
}

export interface Migration {
  old: Pick<OldCookies, "unprefixed" | "ssr" | "bridge">;
  ssrCookieName: string | undefined;
  endsAt: number;
}

type Refuse = (sentence: string) => never;

const OPTIONS: readonly string[] = [
  "upgradedOn",
  "from",
  "bridge",
  "ssrCookieName",
  "until",
] satisfies (keyof MigrateOptions)[];

/** @see RFC 6265 §4.1.1 */
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]{1,128}$/;

const DAY_MS = 24 * 60 * 60 * 1000;

function parseDay(day: string): number | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines parse February 31 as a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : time;
}

function parseSsrName(
  { ssrCookieName: name }: MigrateOptions,
  { plain, hostBound }: NamePair,
  refuse: Refuse,
): void {
  if (name === undefined) return;
  if (typeof name !== "string" || !COOKIE_NAME.test(name)) {
    refuse("migrate.ssrCookieName must be a cookie name such as sb-abcdefgh-auth-token.");
  }
  const own = [...Object.values(plain), ...Object.values(hostBound)];
  if (own.some((each) => isPartName(name, each))) {
    refuse("migrate.ssrCookieName must not be a name of the SDK's own cookies.");
  }
}

export function parseMigration(
  options: MigrateOptions,
  names: NamePair,
  refuse: Refuse,
): Migration {
  const { upgradedOn, from, bridge = false, ssrCookieName, until } = options;
  // Refuse unknown names: a misspelled `bridge` would sign users out on the routes of
  // `@supabase/ssr`.
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) return refuse(`migrate.${unknown} is not an option of the SDK.`);
  const start = parseDay(upgradedOn);
  if (start === null) return refuse("migrate.upgradedOn must be a day such as 2026-12-01.");
  if (
    !Array.isArray(from) ||
    from.length === 0 ||
    from.some((kind) => kind !== "unprefixed" && kind !== "ssr")
  ) {
    return refuse('migrate.from must list "unprefixed", "ssr" or both.');
  }
  if (typeof bridge !== "boolean") return refuse("migrate.bridge must be true or false.");
  const ssr = from.includes("ssr");
  if (bridge && !ssr) return refuse('migrate.bridge needs "ssr" in migrate.from.');
  if (ssrCookieName !== undefined && !ssr) {
    return refuse('migrate.ssrCookieName needs "ssr" in migrate.from.');
  }
  parseSsrName(options, names, refuse);
  const old = { unprefixed: from.includes("unprefixed"), ssr, bridge };
  if (until === undefined) return { old, ssrCookieName, endsAt: start + MIGRATION_DAYS * DAY_MS };
  const last = parseDay(until);
  if (last === null || last < start || last > start + MIGRATION_MAX_DAYS * DAY_MS) {
    return refuse("migrate.until must be a day at most 400 days after migrate.upgradedOn.");
  }
  return { old, ssrCookieName, endsAt: last + DAY_MS };
}

export function oldCookiesAt(migration: Migration | null, nowMs: number): OldCookies | null {
  if (!migration) return null;
  const { old, ssrCookieName: ssrName, endsAt } = migration;
  if (nowMs < endsAt) return { ...old, ssrName, isOver: false };
  return { unprefixed: false, ssr: false, bridge: false, ssrName, isOver: true };
}
