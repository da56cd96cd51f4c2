"use client";

import { UnsentText } from "@/components/forms/unsent-text";
import { strings as itemStrings } from "@/features/items/strings";
import { strings } from "@/features/portal/strings";
import type { SavedAnswer } from "@/features/portal/types";
import { useUnsentDraft } from "@/lib/drafts/use-unsent-draft";

type Texts = Pick<SavedAnswer, "answer" | "note"> & { title: string | undefined };

function Answer({ id, texts: { title, answer, note } }: { id: string; texts: Texts }) {
  return (
    <div className="flex flex-col gap-3">
      {title ? <h2 className="font-semibold">{strings.cancelled.unsent(title)}</h2> : null}
      <UnsentText id={`answer-${id}`} label={itemStrings.unsent.answer} text={answer} rows={5} />
      <UnsentText id={`note-${id}`} label={itemStrings.unsent.note} text={note} rows={2} />
    </div>
  );
}

export function UnsentAnswers({
  drafts,
  userId,
  itemId,
}: {
  drafts: readonly SavedAnswer[];
  userId: string | null;
  itemId: string | null;
}) {
  const { fields } = useUnsentDraft(userId, itemId ?? "", itemId !== null);
  const typed = { answer: fields.answer?.[0] ?? "", note: fields.client_note?.[0] ?? "" };
  const isTyped = typed.answer.trim() !== "" || typed.note.trim() !== "";
  const saved = drafts.filter((draft) => !isTyped || draft.itemId !== itemId);
  const title = drafts.find((draft) => draft.itemId === itemId)?.title;
  return (
    <div className="flex flex-col gap-6 empty:hidden">
      {isTyped && itemId ? <Answer id={itemId} texts={{ ...typed, title }} /> : null}
      {saved.map((draft) => (
        <Answer key={draft.itemId} id={draft.itemId} texts={draft} />
      ))}
    </div>
  );
}
