/** Shown instead of the title of a request without one. */
export const UNTITLED_REQUEST = "Untitled request";
