export const strings = {
  cutLink: {
    title: "Incomplete link",
    text: "This link is incomplete. Open it from the email again.",
  },
  access: {
    title: (firm: string) => `${firm} sent you a request`,
    pageTitle: "Sign in",
    lead: "Enter the email address we wrote to. We’ll send you a code. No password needed.",
    email: "Your email",
    submit: "Continue",
    other: "Change email address",
    unsent: "Please sign in again. Your answer was not sent. Type it again after you sign in.",
    standing: {
      code: (address: string) =>
        `You are signed in as ${address}. To open this request, enter a code sent by email. A password alone is not enough. You need a new code every 30 days.`,
      other: (address: string) =>
        `You are signed in as ${address}. This request was sent to a different address. Enter that address to continue.`,
    },
  },
  ended: {
    title: (firm: string) => `You no longer have access to this request from ${firm}`,
    lead: (firm: string, address: string) =>
      `You are signed in as ${address}. If you think this is a mistake, contact ${firm}.`,
    other: "Was the request sent to another of your addresses? We can send a code to that address.",
  },
  complete: {
    title: (firm: string) => `This request from ${firm} is complete`,
    lead: "You can still read what was sent. Enter the email address the request was sent to. We’ll send you a code.",
  },
  closed: {
    title: (firm: string) => `This request from ${firm} is closed`,
    lead: (firm: string) =>
      `Nothing more is needed here. If you think this is a mistake, contact ${firm}.`,
  },
  cancelled: {
    title: (firm: string) => `${firm} canceled this request`,
    lead: (firm: string) =>
      `You don’t need to do anything. If you think this is a mistake, contact ${firm}.`,
    reason: (firm: string) => `Reason given by ${firm}`,
    unsent: (title: string) => `Not sent: ${title}`,
  },
  firmDeleted: {
    title: (firm: string) => `${firm} no longer uses Dossier`,
    lead: (firm: string) =>
      `This request has ended, and what you sent will be deleted. You don’t need to do anything. If you have questions, contact ${firm}.`,
  },
  list: {
    title: "Your requests",
    progress: (done: number, total: number) => `${done} of ${total} done`,
    due: (date: string) => `Due ${date}`,
    complete: "Complete",
    open: "Open",
    empty: "No requests yet",
    emptyText: "Open the link in the email from the firm.",
    corrections: (count: number) =>
      count === 1 ? "1 needs correction" : `${count} need correction`,
    unsent: (count: number) => `${count} not sent`,
  },
} as const;
