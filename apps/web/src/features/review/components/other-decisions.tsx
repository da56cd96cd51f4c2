import { Form } from "@/components/forms/form";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Item } from "@/features/requests/types";
import { undoInForm, waive } from "@/features/review/actions";
import { strings } from "@/features/review/strings";

/** Takes the decision that is shown back. */
export function UndoForm({ item }: { item: Pick<Item, "id" | "version"> }) {
  return (
    <Form action={undoInForm} id="undo-decision">
      <input type="hidden" name="item_id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
      <div>
        <SubmitButton variant="secondary">{strings.undoDecision}</SubmitButton>
      </div>
    </Form>
  );
}

/** Frees the client from an item, with a reason. */
export function WaiveForm({
  org,
  requestId,
  item,
  nextWaitingId,
}: {
  org: { slug: string };
  requestId: string;
  item: Item;
  nextWaitingId: string | null;
}) {
  return (
    <Disclosure summary={strings.waive}>
      <Form action={waive} id="waive-item" label={strings.waive}>
        <p className="text-sm text-ink-muted">{strings.waiveLead}</p>
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="request_id" value={requestId} />
        <input type="hidden" name="item_id" value={item.id} />
        <input type="hidden" name="version" value={item.version} />
        <input type="hidden" name="next_item" value={nextWaitingId ?? ""} />
        <FormTextArea name="note" label={strings.waiveNote} rows={2} maxLength={1_000} />
        <div>
          <SubmitButton variant="secondary" aria-keyshortcuts="W">
            {strings.waiveButton}
          </SubmitButton>
        </div>
      </Form>
    </Disclosure>
  );
}
