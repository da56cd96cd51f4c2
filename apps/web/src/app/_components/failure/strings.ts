// These texts are in a separate file, because every page loads them in the browser.
export const strings = {
  title: "Something went wrong",
  text: "Everything you saved is safe. Try again. If this keeps happening, send the reference to the people who run Dossier.",
  reference: "Reference",
  retry: "Try again",
} as const;
