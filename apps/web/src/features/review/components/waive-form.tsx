"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Item } from "@/features/items/types";
import { waive } from "@/features/review/actions";
import { UnsentNote } from "@/features/review/components/unsent-note";
import { strings } from "@/features/review/strings";

const FORM_ID = "waive-item";

type WaiveFormProps = {
  org: { slug: string };
  requestId: string;
  item: Item;
  canWaive: boolean;
  nextWaitingId: string | null;
};

/**
 * Waives an item with a reason. If someone else decides first, the form keeps the typed reason. The
 * user can then send the reason again, or copy it if the item can no longer be waived.
 */
export function WaiveForm(props: WaiveFormProps) {
  return (
    <FormDrafts>
      <WaiveFields {...props} />
    </FormDrafts>
  );
}

function WaiveFields({ org, requestId, item, canWaive, nextWaitingId }: WaiveFormProps) {
  const [typed, setTyped] = useState("");
  return (
    <Form action={waive} id={FORM_ID} label={strings.waive} className="mt-3 empty:hidden">
      {(state) =>
        canWaive ? (
          <Disclosure summary={strings.waive} isOpen={state?.ok === false}>
            <div className="flex flex-col gap-5">
              <p className="text-sm text-ink-muted">{strings.waiveLead}</p>
              <input type="hidden" name="org" value={org.slug} />
              <input type="hidden" name="request_id" value={requestId} />
              <input type="hidden" name="item_id" value={item.id} />
              <input type="hidden" name="version" value={item.version} />
              <input type="hidden" name="next_item" value={nextWaitingId ?? ""} />
              <FormTextArea
                name="note"
                label={strings.waiveNote}
                rows={2}
                maxLength={1_000}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
              <div>
                <SubmitButton variant="secondary" aria-keyshortcuts="W">
                  {strings.waiveButton}
                </SubmitButton>
              </div>
            </div>
          </Disclosure>
        ) : (
          <UnsentNote formId={FORM_ID} typed={typed} state={state} onDiscard={() => setTyped("")} />
        )
      }
    </Form>
  );
}
