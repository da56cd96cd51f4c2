import { z } from "zod";

const deferral = z.object({
  cause: z.enum(["request_sent", "invitation"]),
  /** Emails that are sent after midnight in the firm's time zone. */
  waiting: z.int(),
  limit: z.int(),
  is_trusted: z.boolean(),
});

/** Returns the text for owners and admins whose firm's emails wait. */
export function wordsOfDeferral(firm: string, data: unknown) {
  const { cause, waiting, limit, is_trusted } = deferral.parse(data);
  const isOfRequests = cause === "request_sent";
  const limited = numbered(limit, isOfRequests ? "first email" : "invitation");
  return {
    subject: `${firm} has reached today’s limit of ${limited}`,
    paragraphs: [
      `Your firm has reached today’s limit of ${limited}. ${numbered(waiting, "email")} will be sent after midnight, ` +
        "oldest first. You do not need to do anything.",
      ...(isOfRequests
        ? [
            "A first email is an invitation, or a request to someone who has not opened one of yours yet.",
          ]
        : []),
      ...(isOfRequests && !is_trusted
        ? [
            "The limit rises when your firm is seven days old and contacts have opened five of its requests.",
          ]
        : []),
    ],
  };
}

function numbered(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
