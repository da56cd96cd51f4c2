import type { EmailState, OptOut } from "@/features/opt-out/types";
import { endSentence } from "@/lib/format/sentences";

export const strings = {
  titleBefore: "Email from",
  pageTitle: "Stop emails",
  lead: (firm: string, client: string, address: string) =>
    `${endSentence(`${firm} sends email to ${address} about ${client}`)} To stop some or all of it, choose what applies to you.`,
  stoppedLead: (firm: string, client: string, address: string) =>
    `${endSentence(`This page is about email from ${firm} to ${address} about ${client}`)} You can change the reason.`,
  legend: "What applies to you?",
  choice: {
    no_reminders: {
      label: () => "I don’t want reminders",
      hint: () =>
        "You still get all other emails, for example, about new requests and returned answers. The firm sees that you asked for this.",
    },
    firm: {
      label: (firm: string) => `I don’t want any email from ${firm}`,
      hint: () => "The firm sees that you asked for this.",
    },
    left: {
      label: (_firm: string, client: string) => `I no longer work for ${client}`,
      hint: (client: string) => `Email about ${client} stops. The firm sees the reason.`,
    },
    wrong_person: {
      label: () => "This was not meant for me",
      hint: (client: string) => `Email about ${client} stops. The firm sees the reason.`,
    },
  },
  submit: "Save",
  chooseOne: "Choose what applies to you.",
  saved: "Saved. This takes effect now.",
  state: {
    all: (firm: string) => endSentence(`You get all email from ${firm}`),
    no_reminders: (firm: string, client: string) =>
      endSentence(`You get no reminders from ${firm} about ${client}`),
    firm: (firm: string) => endSentence(`You get no email from ${firm}`),
    left: (firm: string, client: string) =>
      endSentence(
        `You get no email from ${firm} about ${client}, because you no longer work for ${client}`,
      ),
    wrong_person: (firm: string, client: string) =>
      `You get no email from ${firm} about ${client}, because it was not meant for you.`,
  } satisfies Record<EmailState, (firm: string, client: string) => string>,
  resume: "To get all email again, sign in and open your requests.",
  toRequests: "Your requests",
  stopsTitle: "Emails you stopped",
  optIn: (firm: string, client: string, state: EmailState) =>
    state === "all" || state === "firm"
      ? `Get all email from ${firm} again`
      : `Get all email from ${firm} about ${client} again`,
  done: "Your choice is saved. To see which emails you stopped, open the link in the email again.",
  unknown:
    "This link is no longer valid. Open the link at the end of the newest request or reminder email from the firm.",
  unavailable: "Your choice may not have been saved. Try again in a few minutes.",
} as const;

export const isStopped = (state: EmailState) => state !== "all" && state !== "no_reminders";

export function leadOf({ firm, client, emailMasked, state }: OptOut): string {
  const lead = isStopped(state) ? strings.stoppedLead : strings.lead;
  return lead(firm, client, emailMasked);
}
