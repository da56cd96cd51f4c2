/** Sentences of the frame: outages, missing pages, unexpected failures. */
export const strings = {
  sessionUnavailable:
    "We cannot reach the service right now. You are still signed in; what you type stays here.",
  retry: "Retry",
  help: "Help",
  newTab: "(opens in a new tab)",
  loading: "Loading…",
  /** Titles of windows until the page says its own. */
  kinds: {
    request: "Request",
    review: "Review",
    client: "Client",
    template: "Template",
    checklist: "Checklist",
    item: "Item",
  },
  notFound: {
    title: "Not found or no access",
    text: "This page does not exist, or your account may not see it. Check the link, or go back to the start.",
    home: "Go to the start page",
  },
  failure: {
    title: "Something failed",
    text: "Nothing was lost on our side. Try again; if it keeps happening, tell us the reference.",
    reference: "Reference",
    retry: "Try again",
  },
  unavailable: {
    title: "This page can’t be loaded right now",
    text: "A service that this page needs isn’t working. Nothing you saved is lost. Wait a minute, then try again.",
    retry: "Try again",
  },
  /** All that is there when a file is opened during an outage. */
  fileUnavailable: "This file can’t be loaded right now. Wait a minute, then open it again.\n",
  /** The whole page when a form comes from another site; there is no document around it. */
  foreignForm: "This form was sent from another site. Open the page again here, then send it.\n",
  footer: { tagline: "Documents and answers, checked, with proof." },
} as const;
