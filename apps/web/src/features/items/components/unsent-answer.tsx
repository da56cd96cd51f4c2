"use client";

import { useState } from "react";
import { UnsentNotice, UnsentText } from "@/components/forms/unsent-text";
import type { UnsentTexts } from "@/features/items/draft/unsent-texts";
import { strings } from "@/features/items/strings";

export function UnsentAnswer({
  texts: { answer, note },
  isReasonShown,
  onDiscard,
}: {
  texts: UnsentTexts;
  isReasonShown: boolean;
  onDiscard: () => void;
}) {
  const [isDiscarded, setDiscarded] = useState(false);
  if (isDiscarded || !(answer?.trim() || note?.trim())) return null;
  const discard = () => {
    onDiscard();
    setDiscarded(true);
  };
  return (
    <UnsentNotice
      reason={isReasonShown ? null : strings.left.closed}
      discardLabel={strings.left.discard}
      onDiscard={discard}
    >
      <UnsentText id="unsent-answer" label={strings.left.answer} text={answer} rows={5} />
      <UnsentText id="unsent-note" label={strings.left.note} text={note} rows={2} />
    </UnsentNotice>
  );
}
