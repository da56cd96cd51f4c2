import { latestSent } from "@/features/items/permissions";
import type { AnsweredItem } from "@/features/items/types";
import type { KeptFields } from "@/lib/drafts/kept-drafts";
import { cleanText } from "@/lib/forms/text-schema";

/** Words of an answer that cannot be sent any more. */
export type LeftTexts = { answer?: string | undefined; note?: string | undefined };

/** What an answer belongs to; with what was sent of it, where the form knows that. */
export type Asked = Pick<AnsweredItem, "kind"> & Partial<Pick<AnsweredItem, "submissions">>;

/** The texts that were not sent: none when all of them arrived, although the page never heard of it. */
export function withoutSent(texts: LeftTexts, { submissions = [] }: Asked): LeftTexts {
  const sent = latestSent({ submissions });
  const isIn = (text: string | undefined, stored: string | undefined) =>
    text === undefined || cleanText(text) === (stored ?? "");
  const isSent = sent && isIn(texts.answer, sent.answer?.text) && isIn(texts.note, sent.clientNote);
  return isSent ? {} : texts;
}

/** The words among kept fields; none when they arrived all the same, though nobody heard of it. */
export function leftTextsOf(fields: KeptFields, { kind, submissions = [] }: Asked): LeftTexts {
  const answer = kind === "text" ? fields.answer?.[0] : undefined;
  const note = fields.client_note?.[0];
  const sent = latestSent({ submissions });
  const hasArrived =
    sent &&
    cleanText(answer ?? "") === (sent.answer?.text ?? "") &&
    cleanText(note ?? "") === sent.clientNote;
  return hasArrived ? {} : { answer, note };
}
