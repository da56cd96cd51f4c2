import type pg from "pg";
import { DATABASE } from "./connection.ts";

const ICU_LOCALE = "en-US";
/**
 * The C library's locale for character types. Full-text search and pg_trgm use it to change case,
 * even in a database with ICU.
 */
const CTYPES: Partial<Record<NodeJS.Platform, string>> = {
  linux: "C.UTF-8",
  darwin: "en_US.UTF-8",
};
const CTYPE = CTYPES[process.platform] ?? "C";

/**
 * Options of `initdb`. Clusters of hosted Supabase have the locale en_US.UTF-8, which most machines
 * lack. ICU is part of PostgreSQL and sorts in the same order.
 */
export const INITDB_LOCALE: readonly string[] = [
  ...["--locale=C", `--lc-ctype=${CTYPE}`],
  ...["--locale-provider=icu", `--icu-locale=${ICU_LOCALE}`],
];

/**
 * Options of `create database`. A reset uses them too, so that the database of an older cluster
 * also gets this locale.
 */
export const DATABASE_LOCALE = `locale_provider icu icu_locale '${ICU_LOCALE}' lc_collate 'C' lc_ctype '${CTYPE}'`;

interface DatabaseCollation {
  locale: string | null;
  isVersionKept: boolean;
}

/**
 * Warns about a database that sorts by bytes. Older versions of the local backend created such
 * databases. Rebuilds the indexes if they were built with another version of ICU, which may sort
 * differently.
 */
export async function checkCollation(
  client: pg.Client,
  warn: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<DatabaseCollation>(
    `select datlocale as locale, datcollversion is not distinct from
        pg_database_collation_actual_version(oid) as "isVersionKept"
      from pg_database where datname = current_database()`,
  );
  const [found] = rows;
  if (found?.locale !== ICU_LOCALE) {
    warn(
      "an older version of the local backend created this database. The database sorts by bytes and does not match ä with Ä. A reset rebuilds it and deletes all rows, so save them first with pg_dump --data-only",
    );
  }
  if (found?.isVersionKept === false) {
    warn("PostgreSQL now uses another version of ICU, so the indexes are rebuilt");
    await client.query(`reindex database ${DATABASE}`);
    await client.query(`alter database ${DATABASE} refresh collation version`);
  }
}
