/** Longest text answer in characters. */
export const MAX_ANSWER_CHARACTERS = 4_000;
/** Longest note of a contact in characters. */
export const MAX_NOTE_CHARACTERS = 1_000;
