/**
 * This sentence is in its own file, so that pages with a form do not load the code that derives
 * colors.
 */
export const INVALID_FIRM_COLOR = "Enter a color such as #0d5f66.";
