"use client";

import { useState } from "react";
import { UnsentNotice, UnsentText } from "@/components/forms/unsent-text";
import type { UnsentTexts } from "@/features/items/draft/unsent-texts";
import { strings } from "@/features/items/strings";

export function UnsentAnswer({
  texts: { answer, note },
  onDiscard,
}: {
  texts: UnsentTexts;
  onDiscard: () => void;
}) {
  const [isDiscarded, setDiscarded] = useState(false);
  if (isDiscarded || !(answer?.trim() || note?.trim())) return null;
  const discard = () => {
    onDiscard();
    setDiscarded(true);
  };
  return (
    // The page already says why the item is closed.
    <UnsentNotice reason={null} discardLabel={strings.unsent.discard} onDiscard={discard}>
      <UnsentText
        id="unsent-answer"
        label={strings.unsent.answer}
        copyLabel={strings.unsent.copyAnswer}
        text={answer}
        rows={5}
      />
      <UnsentText
        id="unsent-note"
        label={strings.unsent.note}
        copyLabel={strings.unsent.copyNote}
        text={note}
        rows={2}
      />
    </UnsentNotice>
  );
}
