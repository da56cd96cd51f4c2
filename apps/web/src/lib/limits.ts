export const MAX_ANSWER_CHARACTERS = 4_000;
export const MAX_NOTE_CHARACTERS = 1_000;

/** Largest file in bytes: 100 MB as storage counts them, 1,048,576 bytes each. */
export const MAX_FILE_BYTES = 104_857_600;

/** Largest total of all files of one request, in bytes: 5 GB of 1,073,741,824 bytes each. */
export const MAX_REQUEST_BYTES = 5_368_709_120;

/**
 * Largest form in bytes. It has room for the largest draft, 300 items with texts of maximum length
 * in characters of four bytes each, and for a file of clients and its text in the same form.
 */
export const MAX_FORM_BYTES = 8_388_608;

export const MAX_IMPORT_BYTES = 1_048_576;
