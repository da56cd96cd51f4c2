import type { EmailState } from "@/features/opt-out/types";

export const strings = {
  title: (firm: string) => `Email from ${firm}`,
  pageTitle: "Stop emails",
  lead: (firm: string, client: string, address: string) =>
    `${firm} sends email to ${address} about ${client}. To stop some or all of it, choose what applies to you.`,
  legend: "What applies to you?",
  choice: {
    no_reminders: {
      label: () => "I don’t want reminders",
      hint: "You still get new requests and decisions.",
    },
    firm: {
      label: (firm: string) => `I don’t want any email from ${firm}`,
      hint: "The firm sees that you asked for this.",
    },
    left: {
      label: (_firm: string, client: string) => `I no longer work for ${client}`,
      hint: "Email about this client stops. The firm sees the reason.",
    },
    wrong_person: {
      label: () => "This was not meant for me",
      hint: "Email about this client stops. The firm sees the reason.",
    },
  },
  submit: "Save",
  chooseOne: "Choose what applies to you.",
  saved: "Saved. This takes effect now.",
  state: {
    all: (firm: string) => `You get all email from ${firm}.`,
    no_reminders: (firm: string) => `You get no reminders from ${firm} about this client.`,
    firm: (firm: string) => `You get no email from ${firm}.`,
    left: (firm: string) =>
      `You get no email from ${firm} about this client, because you no longer work for this client.`,
    wrong_person: (firm: string) =>
      `You get no email from ${firm} about this client, because it was not meant for you.`,
  } satisfies Record<EmailState, (firm: string) => string>,
  resume: "To get email again, sign in to your requests.",
  toRequests: "Your requests",
  stopsTitle: "Emails you stopped",
  optIn: (firm: string, state: EmailState) =>
    state === "all" || state === "firm"
      ? `Get all email from ${firm} again`
      : `Get all email from ${firm} about this client again`,
  done: "Your choice is saved. To see which emails you stopped, open the link in the email again.",
  unknown: "This link is no longer valid.",
  unavailable: "Your choice may not have been saved. Try again in a few minutes.",
} as const;
