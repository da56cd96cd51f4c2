/** Sentences of a request's door and of a contact's list. */
export const strings = {
  door: {
    title: (firm: string) => `${firm} asks you for documents`,
    lead: "Enter the e-mail address to which the request was sent. We send you a code; you need no password.",
    email: "Your e-mail",
    submit: "Continue",
    codeLead: (address: string) => `We sent a code to ${address}. It is valid for 10 minutes.`,
    other: "Use another address",
    otherAccount: (address: string) =>
      `You are signed in as ${address}. Continue with the address to which this request was sent.`,
    complete: "This request is complete. You can still read what was sent.",
  },
  closed: {
    title: (firm: string) => `This request by ${firm} is closed`,
    lead: (firm: string) =>
      `Nothing more is needed here. If you think this is a mistake, contact ${firm}.`,
  },
  list: {
    title: "Requests sent to you",
    progress: (done: number, total: number) => `${done} of ${total} done`,
    due: (date: string) => `Due ${date}`,
    complete: "Complete",
    open: "Open",
    empty: "Nothing here yet",
    emptyText: "Use the link in your mail.",
    firms: "Your firms",
  },
} as const;
