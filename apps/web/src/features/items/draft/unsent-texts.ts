import { latestSent } from "@/features/items/selectors";
import type { AnsweredItem } from "@/features/items/types";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { cleanText } from "@/lib/forms/clean-text";

export type UnsentTexts = { answer?: string | undefined; note?: string | undefined };

export type UnsentItem = Pick<AnsweredItem, "kind"> & Partial<Pick<AnsweredItem, "submissions">>;

/**
 * Returns no texts if the newest sent version already contains them. The server may have stored
 * them although its response was lost.
 */
export function withoutSent(texts: UnsentTexts, { submissions = [] }: UnsentItem): UnsentTexts {
  const sent = latestSent({ submissions });
  const isIn = (text: string | undefined, stored: string | undefined) =>
    text === undefined || cleanText(text) === (stored ?? "");
  const isSent = sent && isIn(texts.answer, sent.answer?.text) && isIn(texts.note, sent.clientNote);
  return isSent ? {} : texts;
}

export function unsentTextsOf(
  fields: DraftFields,
  { kind, submissions = [] }: UnsentItem,
): UnsentTexts {
  const answer = kind === "text" ? fields.answer?.[0] : undefined;
  const note = fields.client_note?.[0];
  return withoutSent({ answer, note }, { kind, submissions });
}
