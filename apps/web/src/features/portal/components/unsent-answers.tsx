"use client";

import { UnsentText } from "@/components/forms/unsent-text";
import { useUnsentDraft } from "@/lib/drafts/use-unsent-draft";

export type UnsentEntry = {
  itemId: string;
  title: string;
  heading: string;
  answer: string;
  note: string;
};

type Texts = Record<"answer" | "note" | "copyAnswer" | "copyNote", string>;

function Answer({ entry, texts }: { entry: UnsentEntry; texts: Texts }) {
  const { itemId, title, heading, answer, note } = entry;
  const nameFor = (copy: string) => (title ? `${copy}: ${title}` : copy);
  return (
    <div className="flex flex-col gap-3">
      {heading ? <h2 className="font-semibold">{heading}</h2> : null}
      <UnsentText
        id={`answer-${itemId}`}
        label={texts.answer}
        copyLabel={nameFor(texts.copyAnswer)}
        text={answer}
        rows={5}
      />
      <UnsentText
        id={`note-${itemId}`}
        label={texts.note}
        copyLabel={nameFor(texts.copyNote)}
        text={note}
        rows={2}
      />
    </div>
  );
}

/** The page passes the labels, so that the browser loads only the texts of this component. */
export function UnsentAnswers({
  entries,
  userId,
  itemId,
  texts,
}: {
  entries: readonly UnsentEntry[];
  userId: string | null;
  itemId: string | null;
  texts: Texts;
}) {
  const { fields } = useUnsentDraft(userId, itemId ?? "", itemId !== null);
  const typed = { answer: fields.answer?.[0] ?? "", note: fields.client_note?.[0] ?? "" };
  const isTyped = typed.answer.trim() !== "" || typed.note.trim() !== "";
  const { title = "", heading = "" } = entries.find((entry) => entry.itemId === itemId) ?? {};
  return (
    <div className="flex flex-col gap-6 empty:hidden">
      {isTyped && itemId ? (
        <Answer entry={{ itemId, title, heading, ...typed }} texts={texts} />
      ) : null}
      {entries
        .filter((entry) => !isTyped || entry.itemId !== itemId)
        .map((entry) => (
          <Answer key={entry.itemId} entry={entry} texts={texts} />
        ))}
    </div>
  );
}
