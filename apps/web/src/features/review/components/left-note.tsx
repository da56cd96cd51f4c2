"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { strings } from "@/features/review/strings";

/** What was written for a decision that somebody else took meanwhile, to be copied. */
export function LeftNote({
  id,
  note,
  isSaid,
  onDiscard,
}: {
  id: string;
  note: string;
  isSaid: boolean;
  onDiscard: () => void;
}) {
  const [isDiscarded, setDiscarded] = useState(false);
  if (isDiscarded || note.trim() === "") return null;
  const discard = () => {
    onDiscard();
    setDiscarded(true);
  };
  return (
    <div role="status" className="flex flex-col gap-3">
      {isSaid ? null : <p className="font-medium">{strings.stale}</p>}
      <TextArea id={id} label={strings.leftNote} value={note} rows={3} readOnly />
      <div className="[@media(scripting:none)]:hidden">
        <Button variant="quiet" size="sm" onClick={discard}>
          {strings.discardNote}
        </Button>
      </div>
    </div>
  );
}
