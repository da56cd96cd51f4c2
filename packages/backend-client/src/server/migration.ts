import { MIGRATION_DAYS, MIGRATION_MAX_DAYS } from "../config/constants.js";
import type { OldCookies } from "../cookies/names.js";

/** Cookies of earlier versions that the server still reads on https, and the last day. */
export interface MigrateOptions {
  /** Day on which the upgrade went live, such as `2026-12-01` (UTC). */
  upgradedOn: string;
  /**
   * `unprefixed`: sessions under the plain names of versions before 1.0. `ssr`: sessions of plain
   * `@supabase/ssr`. The SDK writes them again under its own names.
   */
  from: readonly ("unprefixed" | "ssr")[];
  /** Last day on which they are read, at most 400 days later. Default: 60 days later. */
  until?: string | undefined;
}

export interface Migration {
  old: OldCookies;
  endsAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function parseDay(day: string): number | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines read 31 February as a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : time;
}

export function parseMigration(
  { upgradedOn, from, until }: MigrateOptions,
  refuse: (sentence: string) => never,
): Migration {
  const start = parseDay(upgradedOn);
  if (start === null) return refuse("migrate.upgradedOn must be a day such as 2026-12-01.");
  if (
    !Array.isArray(from) ||
    from.length === 0 ||
    from.some((kind) => kind !== "unprefixed" && kind !== "ssr")
  ) {
    return refuse('migrate.from must list "unprefixed", "ssr" or both.');
  }
  const old = { unprefixed: from.includes("unprefixed"), ssr: from.includes("ssr") };
  if (until === undefined) return { old, endsAt: start + MIGRATION_DAYS * DAY_MS };
  const last = parseDay(until);
  if (last === null || last < start || last > start + MIGRATION_MAX_DAYS * DAY_MS) {
    return refuse("migrate.until must be a day at most 400 days after migrate.upgradedOn.");
  }
  return { old, endsAt: last + DAY_MS };
}

const NONE: OldCookies = { unprefixed: false, ssr: false };

export function oldCookiesAt(migration: Migration | null, nowMs: number): OldCookies {
  return migration !== null && nowMs < migration.endsAt ? migration.old : NONE;
}
