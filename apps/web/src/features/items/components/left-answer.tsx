"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import type { LeftTexts } from "@/features/items/components/left-texts";
import { strings } from "@/features/items/strings";

/** What was being written for an item when it closed, to be copied. */
export function LeftAnswer({
  texts,
  isSaid,
  onDiscard,
}: {
  texts: LeftTexts;
  isSaid: boolean;
  onDiscard: () => void;
}) {
  const [isDiscarded, setDiscarded] = useState(false);
  const answer = texts.answer?.trim() ? texts.answer : undefined;
  const note = texts.note?.trim() ? texts.note : undefined;
  if (isDiscarded || (!answer && !note)) return null;
  const discard = () => {
    onDiscard();
    setDiscarded(true);
  };
  return (
    <div role="status" data-left className="flex flex-col gap-3">
      {isSaid ? null : <p className="font-medium">{strings.left.closed}</p>}
      {answer ? (
        <TextArea id="left-answer" label={strings.left.answer} value={answer} rows={5} readOnly />
      ) : null}
      {note ? (
        <TextArea id="left-note" label={strings.left.note} value={note} rows={2} readOnly />
      ) : null}
      <div className="[@media(scripting:none)]:hidden">
        <Button variant="quiet" size="sm" onClick={discard}>
          {strings.left.discard}
        </Button>
      </div>
    </div>
  );
}
