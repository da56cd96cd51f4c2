export const MAX_ANSWER_CHARACTERS = 4_000;
export const MAX_NOTE_CHARACTERS = 1_000;

/** Maximum number of items of a request or template. */
export const MAX_ITEMS = 300;

/** 100 MiB. The database and storage have the same limit: docs/deployment.md lists all places. */
export const MAX_FILE_BYTES = 104_857_600;

/** 5 GiB, for all files of one request. */
export const MAX_REQUEST_BYTES = 5_368_709_120;

/** The database has the same limits in `begin_export`. */
export const MAX_EXPORT_FILES = 5_000;
export const MAX_EXPORT_BYTES = 5_368_709_120;

/** Must equal the limit in the auth service's configuration. */
export const MAX_FACTORS = 5;

/**
 * Allows the largest draft: 300 items whose texts have the maximum length, in characters of four
 * bytes.
 */
export const MAX_FORM_BYTES = 8_388_608;

export const MAX_IMPORT_BYTES = 1_048_576;
