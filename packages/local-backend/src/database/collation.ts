import type pg from "pg";
import { DATABASE } from "./connection.ts";

const ICU_LOCALE = "en-US";
/** Full-text search and pg_trgm change case with this locale of the C library, even with ICU. */
const CTYPES: Partial<Record<NodeJS.Platform, string>> = {
  linux: "C.UTF-8",
  darwin: "en_US.UTF-8",
};
const CTYPE = CTYPES[process.platform] ?? "C";

/**
 * Hosted Supabase uses the locale en_US.UTF-8, which most machines lack. ICU sorts in almost the
 * same order.
 */
export const INITDB_LOCALE: readonly string[] = [
  ...["--locale=C", `--lc-ctype=${CTYPE}`],
  ...["--locale-provider=icu", `--icu-locale=${ICU_LOCALE}`],
];

/**
 * Options for `create database`. With them, a reset also gives this locale to an older cluster's
 * database.
 */
export const DATABASE_LOCALE = `locale_provider icu icu_locale '${ICU_LOCALE}' lc_collate 'C' lc_ctype '${CTYPE}'`;

interface DatabaseCollation {
  locale: string | null;
  isVersionKept: boolean;
}

/**
 * Warns if the database sorts by bytes because an older version of the local backend created it.
 * Rebuilds the indexes if the ICU version changed, because the new version may sort differently.
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
