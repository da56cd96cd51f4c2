import { help } from "@/app/_components/help/strings";

export const strings = {
  sessionUnavailable: "Dossier can’t check right now whether you are signed in. We’ll keep trying.",
  retry: "Try again",
  ...help,
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
    text: "This page does not exist, or you have no access to it. Check the link, or go to the home page.",
    home: "Go to the home page",
  },
  unavailable: {
    title: "This page can’t be loaded right now",
    text: "A service that this page needs isn’t working. Nothing you saved is lost. Wait a minute, then try again.",
    retry: "Try again",
  },
  /** Texts that end with a line break are complete plain-text responses. */
  fileUnavailable: "This file can’t be loaded right now. Wait a minute, then open it again.\n",
  fileGone: "This file is no longer available. Go back and reload the page.\n",
  /** Sent for every file id, so that the response does not reveal which files exist. */
  fileSignedOut: "This file can’t be opened. Sign in, then open it again.\n",
  noAccess:
    "This file does not exist, or you have no access to it. Check the link, or sign in with another address.\n",
  foreignForm:
    "This form was sent from another site. Open the page in Dossier and send the form again.\n",
  contactMenu: {
    menu: "Menu",
    requests: (count: number) => `Your requests (${count})`,
    theme: "Theme",
  },
  firmFrame: {
    sentWith: "Sent securely with Dossier",
  },
  print: {
    client: (name: string) => `Client: ${name}`,
    printed: "Printed",
    page: "Page",
    of: "of",
  },
  footer: { tagline: "Documents and answers, checked, with proof." },
} as const;
