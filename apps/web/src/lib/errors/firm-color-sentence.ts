/**
 * Shown for a text that is not a color. Is in a file of its own, because pages with a form load it
 * and do not need the code that derives colors.
 */
export const INVALID_FIRM_COLOR = "Enter a color such as #0d5f66.";
