export const MAX_ANSWER_CHARACTERS = 4_000;
export const MAX_NOTE_CHARACTERS = 1_000;

/** Maximum size of a file in bytes: 100 MB of 1,048,576 bytes each. */
export const MAX_FILE_BYTES = 104_857_600;

/** Maximum total size of all files of one request in bytes: 5 GB of 1,073,741,824 bytes each. */
export const MAX_REQUEST_BYTES = 5_368_709_120;

/** Maximum size of an export. The database has the same limits in `begin_export`. */
export const MAX_EXPORT_FILES = 5_000;
export const MAX_EXPORT_BYTES = 5_368_709_120;

/**
 * Maximum number of authenticator apps of one user. Must equal the limit in the auth service's
 * configuration.
 */
export const MAX_FACTORS = 5;

/**
 * Maximum size of a form in bytes. The limit allows the largest draft: 300 items whose texts have
 * the maximum length, in characters of four bytes. The limit also allows a CSV file of clients
 * together with its text in the text field.
 */
export const MAX_FORM_BYTES = 8_388_608;

export const MAX_IMPORT_BYTES = 1_048_576;
