"use client";

import { useEffect, useState } from "react";
import { TextArea } from "@/components/ui/text-area";
import { strings as itemStrings } from "@/features/items/strings";
import { strings } from "@/features/portal/strings";
import type { UnsentText } from "@/features/portal/types";
import { draftKey, honourForgetting, readKept } from "@/lib/drafts/kept-drafts";

type Text = Pick<UnsentText, "answer" | "note"> & { title: string | undefined };

function Texts({ id, text: { title, answer, note } }: { id: string; text: Text }) {
  return (
    <div className="flex flex-col gap-3">
      {title ? <h2 className="font-semibold">{strings.cancelled.unsent(title)}</h2> : null}
      {answer ? (
        <TextArea
          id={`answer-${id}`}
          label={itemStrings.left.answer}
          value={answer}
          rows={5}
          readOnly
        />
      ) : null}
      {note ? (
        <TextArea id={`note-${id}`} label={itemStrings.left.note} value={note} rows={2} readOnly />
      ) : null}
    </div>
  );
}

/** What a contact typed for a request that is gone, to copy: as it was saved, or as this tab has it. */
export function UnsentTexts({
  drafts,
  userId,
  itemId,
}: {
  /** What the server had saved. */
  drafts: readonly UnsentText[];
  userId: string | null;
  /** The item that was being answered; this tab may have newer text for it. */
  itemId: string | null;
}) {
  const [typed, setTyped] = useState<{ answer: string; note: string } | null>(null);
  useEffect(() => {
    if (!userId || !itemId) return;
    honourForgetting({ local: localStorage, session: sessionStorage });
    const fields = readKept(sessionStorage, draftKey(userId, itemId))?.fields;
    const answer = fields?.answer?.[0] ?? "";
    const note = fields?.client_note?.[0] ?? "";
    if (answer.trim() || note.trim()) setTyped({ answer, note });
  }, [userId, itemId]);
  const saved = drafts.filter((draft) => !typed || draft.itemId !== itemId);
  const title = drafts.find((draft) => draft.itemId === itemId)?.title;
  return (
    <div className="flex flex-col gap-6 empty:hidden">
      {typed && itemId ? <Texts id={itemId} text={{ ...typed, title }} /> : null}
      {saved.map((draft) => (
        <Texts key={draft.itemId} id={draft.itemId} text={draft} />
      ))}
    </div>
  );
}
