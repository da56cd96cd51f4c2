"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { buttonClasses } from "@/components/ui/button";
import type { Item } from "@/features/items/types";
import { decide } from "@/features/review/actions";
import { DecisionChoices, MODE_FORM_ID } from "@/features/review/components/decision-choices";
import { UnsentNote } from "@/features/review/components/unsent-note";
import { useDecisionMode } from "@/features/review/hooks";
import { modeTexts, strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";
import type { FormState } from "@/lib/forms/form-state";

const FORM_ID = "decision";

type DecisionFormProps = {
  org: { slug: string };
  requestId: string;
  item: Item;
  canDecide: boolean;
  canWaive: boolean;
  canUndo: boolean;
  /**
   * The decision whose form is open on a page without scripts. The page reads the decision from the
   * URL.
   */
  mode: Decision | null;
  nextWaitingId: string | null;
};

const NO_MODES: readonly Decision[] = [];
const ALL_MODES: readonly Decision[] = ["accepted", "returned", "partial", "waived"];
const WAIVE_ONLY: readonly Decision[] = ["waived"];

/**
 * While the form for a note is open, “Accept” is hidden, so that the user cannot press it by
 * mistake.
 */
export function DecisionForm(props: DecisionFormProps) {
  return (
    <FormDrafts>
      <DecisionFormWithDraft {...props} />
    </FormDrafts>
  );
}

function DecisionFormWithDraft(props: DecisionFormProps) {
  const { canDecide, canWaive } = props;
  const [typed, setTyped] = useState("");
  const available = canDecide ? ALL_MODES : canWaive ? WAIVE_ONLY : NO_MODES;
  return (
    <>
      <form id={MODE_FORM_ID} method="get" className="hidden" />
      <Form action={decide} id={FORM_ID} label={strings.decision} className="empty:hidden">
        {(state) => (
          <NoteForm
            {...props}
            available={available}
            state={state}
            typed={typed}
            onNote={setTyped}
          />
        )}
      </Form>
    </>
  );
}

function NoteForm({
  available,
  state,
  typed,
  onNote,
  ...props
}: DecisionFormProps & {
  available: readonly Decision[];
  state: FormState;
  typed: string;
  onNote: (note: string) => void;
}) {
  const { org, requestId, item, nextWaitingId } = props;
  const { mode, choose, leave } = useDecisionMode({
    formId: FORM_ID,
    state,
    initial: props.mode,
    available,
  });
  if (available.length === 0) {
    return <UnsentNote formId={FORM_ID} typed={typed} state={state} onDiscard={() => onNote("")} />;
  }
  const texts = modeTexts[mode ?? "returned"];
  return (
    <>
      <input type="hidden" name="org" value={org.slug} />
      <input type="hidden" name="request_id" value={requestId} />
      <input type="hidden" name="item_id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
      <input type="hidden" name="next_item" value={nextWaitingId ?? ""} />
      {/* If no mode is chosen, hide the field instead of removing it, so that the typed note is
          kept. The hidden field is disabled, so that “Accept” does not send the note. */}
      <div hidden={mode === null} className={mode === null ? undefined : "grid gap-3"}>
        <h2 className="text-md font-semibold">{texts.heading}</h2>
        <FormTextArea
          name="note"
          label={texts.label}
          hint={texts.hint}
          rows={3}
          className="min-h-20"
          maxLength={1_000}
          disabled={mode === null}
          autoFocus={props.mode !== null}
          onInput={(event) => onNote(event.currentTarget.value)}
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton
            name="decision"
            value={mode ?? ""}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {texts.button}
          </SubmitButton>
          <button
            type="submit"
            form={MODE_FORM_ID}
            className={buttonClasses("secondary")}
            onClick={(event) => {
              event.preventDefault();
              leave();
            }}
          >
            {strings.cancel}
          </button>
        </div>
      </div>
      {mode === null ? (
        <DecisionChoices
          available={available}
          canUndo={props.canUndo}
          unsentNote={typed.trim()}
          onChoose={choose}
        />
      ) : null}
    </>
  );
}
