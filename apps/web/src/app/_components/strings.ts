export const strings = {
  sessionUnavailable:
    "Dossier can’t check your sign-in right now. If you were signed in, you still are. We’ll keep trying.",
  retry: "Retry",
  help: "Help",
  newTab: "(opens in a new tab)",
  loading: "Loading…",
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
    text: "This page does not exist, or your account has no access to it. Check the link, or go to the start page.",
    home: "Go to the start page",
  },
  failure: {
    title: "Something went wrong",
    text: "What you saved is safe. Try again. If this keeps happening, send the reference to the people who run Dossier.",
    reference: "Reference",
    retry: "Try again",
  },
  unavailable: {
    title: "This page can’t be loaded right now",
    text: "A service that this page needs isn’t working. Nothing you saved is lost. Wait a minute, then try again.",
    retry: "Try again",
  },
  /** Sent as the whole response if a user opens a file during an outage. */
  fileUnavailable: "This file can’t be loaded right now. Wait a minute, then open it again.\n",
  /** Sent as the whole response to a form that another site sends. */
  foreignForm:
    "This form was sent from another site. Open the page in Dossier and send it again.\n",
  contactMenu: {
    menu: "Menu",
    requests: (count: number) => `Your requests (${count})`,
    theme: "Theme",
  },
  firmFrame: {
    /** In the header of a page that does not belong to one firm. */
    noFirm: "Your requests",
    sentWith: "Sent securely with Dossier",
  },
  footer: { tagline: "Documents and answers, checked, with proof." },
} as const;
