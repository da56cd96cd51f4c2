import { z } from "zod";
import { numbered } from "./kinds.ts";

const deferral = z.object({
  cause: z.enum(["request_sent", "invitation"]),
  /** Number of emails that wait until midnight in the firm's time zone. */
  waiting: z.int(),
  limit: z.int(),
  is_trusted: z.boolean(),
});

export function wordsOfDeferral(firm: string, data: unknown) {
  const { cause, waiting, limit, is_trusted } = deferral.parse(data);
  const isOfRequests = cause === "request_sent";
  // Do not say which limit was reached. The limit per recipient counts the emails of all firms, so
  // naming it would reveal that other firms write to the same person.
  const what = waiting === 1 ? `An email from ${firm} is` : `Emails from ${firm} are`;
  const headline = `${what} waiting because of a daily limit`;
  const paragraphs = [
    `${numbered(waiting, isOfRequests ? "request email" : "invitation")} ${waiting === 1 ? "is" : "are"} waiting ` +
      `because of a daily limit. After midnight in the firm’s time zone, we’ll try to send ${waiting === 1 ? "it" : "them, oldest first"}. You don’t need to do anything.`,
    ...(isOfRequests
      ? [
          `Your firm can send ${numbered(limit, "first email")} a day. A first email is an invitation to your team, or a request to a contact who has never opened one of your requests.`,
        ]
      : [`Your firm can send ${numbered(limit, "invitation")} a day.`]),
    ...(isOfRequests && !is_trusted
      ? [
          "A new firm usually gets a higher limit once it is seven days old and contacts have opened five of its requests.",
        ]
      : []),
  ];
  return {
    subject: `${firm}: ${numbered(waiting, "email")} ${waiting === 1 ? "is" : "are"} waiting because of a daily limit`,
    headline,
    preheader: paragraphs[0] ?? "",
    paragraphs: paragraphs.map((paragraph) => [paragraph]),
  };
}
