// Every page loads this file in the browser. Add only texts of the failure page.
export const strings = {
  title: "Something went wrong",
  text: "Everything you saved is safe, so you can try again.",
  reference: "Reference",
  report: "If this keeps happening, send the reference to the people who run Dossier.",
  retry: "Try again",
} as const;
