"use client";

import { useState } from "react";
import { UnsentNotice, UnsentText } from "@/components/forms/unsent-text";
import { strings } from "@/features/review/strings";
import { useUnsentFormDraft } from "@/lib/drafts/use-unsent-draft";
import type { FormState } from "@/lib/forms/form-state";

export function UnsentNote({
  formId,
  typed,
  state,
  onDiscard,
}: {
  formId: string;
  typed: string;
  state: FormState;
  onDiscard: () => void;
}) {
  const draft = useUnsentFormDraft(formId, true);
  const [isDiscarded, setDiscarded] = useState(false);
  const failure = state?.ok === false ? state : null;
  const note = typed || failure?.values?.note || draft.fields.note?.[0];
  if (isDiscarded || !note?.trim()) return null;
  const discard = () => {
    draft.drop();
    onDiscard();
    setDiscarded(true);
  };
  return (
    <UnsentNotice
      reason={failure ? null : strings.stale}
      discardLabel={strings.discardNote}
      onDiscard={discard}
    >
      <UnsentText
        id={`${formId}-unsent-note`}
        label={strings.unsentNote}
        copyLabel={strings.copyNote}
        text={note}
        rows={3}
      />
    </UnsentNotice>
  );
}
