"use client";

import { Check, CirclePlus, Undo2 } from "lucide-react";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { FormTextArea } from "@/components/forms/form-fields";
import { KeptForms, useKeptText } from "@/components/forms/kept-forms";
import { SubmitButton } from "@/components/forms/submit-button";
import { PhoneBar } from "@/components/ui/phone-bar";
import type { Item } from "@/features/requests/types";
import { decide } from "@/features/review/actions";
import { LeftNote } from "@/features/review/components/left-note";
import { strings } from "@/features/review/strings";

const FORM_ID = "decision";

/** Beside each other on a screen of 320 px. */
const IN_BAR = "max-sm:px-3 max-sm:text-sm";

type DecisionFormProps = {
  org: { slug: string };
  requestId: string;
  item: Item;
  /** Whether the item waits for a decision. */
  canDecide: boolean;
  nextWaitingId: string | null;
};

/**
 * Accept, ask for more, or return with a note; goes on to the next item that waits. When the item
 * is decided by someone else first, or the request closes, the note that was being written stays to
 * be copied.
 */
export function DecisionForm(props: DecisionFormProps) {
  return (
    <KeptForms>
      <DecisionFields {...props} />
    </KeptForms>
  );
}

function DecisionFields({ org, requestId, item, canDecide, nextWaitingId }: DecisionFormProps) {
  const [typed, setTyped] = useState("");
  const kept = useKeptText(FORM_ID, "note", !canDecide);
  return (
    <Form action={decide} id={FORM_ID} label={strings.decision} className="mb-3 empty:hidden">
      {(state) =>
        canDecide ? (
          <>
            <input type="hidden" name="org" value={org.slug} />
            <input type="hidden" name="request_id" value={requestId} />
            <input type="hidden" name="item_id" value={item.id} />
            <input type="hidden" name="version" value={item.version} />
            <input type="hidden" name="next_item" value={nextWaitingId ?? ""} />
            <FormTextArea
              name="note"
              label={strings.decisionNote}
              hint={strings.decisionNoteHint}
              rows={3}
              maxLength={1_000}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
            <div className="grid gap-3 sm:flex sm:flex-wrap lg:grid">
              <PhoneBar>
                <SubmitButton
                  name="decision"
                  value="accepted"
                  className={IN_BAR}
                  aria-keyshortcuts="A"
                >
                  <Check aria-hidden className="size-4" />
                  {strings.accept}
                </SubmitButton>
                <SubmitButton
                  name="decision"
                  value="returned"
                  variant="secondary"
                  className={IN_BAR}
                  aria-keyshortcuts="R"
                >
                  <Undo2 aria-hidden className="size-4" />
                  {strings.return}
                </SubmitButton>
              </PhoneBar>
              <SubmitButton
                name="decision"
                value="partial"
                variant="secondary"
                aria-keyshortcuts="M"
              >
                <CirclePlus aria-hidden className="size-4" />
                {strings.more}
              </SubmitButton>
            </div>
          </>
        ) : (
          <LeftNote
            id="left-note"
            note={typed || (state && !state.ok && state.values?.note) || kept.text}
            isSaid={state?.ok === false}
            onDiscard={() => {
              setTyped("");
              kept.drop();
            }}
          />
        )
      }
    </Form>
  );
}
