"use client";

import { Check, CirclePlus, Undo2 } from "lucide-react";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { PhoneBar } from "@/components/ui/phone-bar";
import type { Item } from "@/features/items/types";
import { decide } from "@/features/review/actions";
import { UnsentNote } from "@/features/review/components/unsent-note";
import { useDecisionMode } from "@/features/review/hooks";
import { strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";
import type { FormState } from "@/lib/forms/form-state";

const FORM_ID = "decision";

/** Lets the buttons fit in one row on a 320 px screen. */
const IN_BAR = "max-sm:px-3 max-sm:text-sm";

const DECISIONS: readonly Decision[] = ["accepted", "returned", "partial"];

const BUTTONS = {
  accepted: { Icon: Check, label: strings.accept, keys: "A" },
  returned: { Icon: Undo2, label: strings.return, keys: "R" },
  partial: { Icon: CirclePlus, label: strings.more, keys: "M" },
} as const;

type DecisionFormProps = {
  org: { slug: string };
  requestId: string;
  item: Item;
  canDecide: boolean;
  nextWaitingId: string | null;
};

/**
 * Accepts the answer, asks for more or returns it with a note. Then opens the next waiting item. If
 * someone else decides first or the request closes, the form keeps the note so that the user can
 * copy it.
 */
export function DecisionForm(props: DecisionFormProps) {
  return (
    <FormDrafts>
      <DecisionFields {...props} />
    </FormDrafts>
  );
}

function DecisionFields({ org, requestId, item, canDecide, nextWaitingId }: DecisionFormProps) {
  const [typed, setTyped] = useState("");
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
            <DecisionButtons state={state} onNote={setTyped} />
          </>
        ) : (
          <UnsentNote formId={FORM_ID} typed={typed} state={state} onDiscard={() => setTyped("")} />
        )
      }
    </Form>
  );
}

/** The mode's main button is the first one. */
function DecisionButtons({ state, onNote }: { state: FormState; onNote: (note: string) => void }) {
  const mode = useDecisionMode(FORM_ID, state);
  const main: Decision = mode ?? "accepted";
  const ordered: Decision[] = [main, ...DECISIONS.filter((decision) => decision !== main)];
  const inBar = mode ? 1 : 2;
  const toButton = (decision: Decision, index: number) => {
    const { Icon, label, keys } = BUTTONS[decision];
    return (
      <SubmitButton
        key={decision}
        name="decision"
        value={decision}
        variant={decision === main ? "primary" : "secondary"}
        className={index < inBar ? IN_BAR : undefined}
        aria-keyshortcuts={decision === mode ? "Control+Enter Meta+Enter" : keys}
      >
        <Icon aria-hidden className="size-4" />
        {label}
      </SubmitButton>
    );
  };
  const buttons = ordered.map(toButton);
  return (
    <>
      <FormTextArea
        name="note"
        label={strings.decisionNote}
        optional={mode === null}
        hint={mode ? strings.modeHint[mode] : strings.decisionNoteHint}
        rows={3}
        maxLength={1_000}
        onInput={(event) => onNote(event.currentTarget.value)}
      />
      <div className="grid gap-3 sm:flex sm:flex-wrap lg:grid">
        <PhoneBar>{buttons.slice(0, inBar)}</PhoneBar>
        {buttons.slice(inBar)}
      </div>
    </>
  );
}
