import { Check, CirclePlus, Undo2 } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormTextArea } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import type { Item } from "@/features/requests/types";
import { decide } from "@/features/review/actions";
import { strings } from "@/features/review/strings";

/** Accept, ask for more, or return with a note; goes on to the next item that waits. */
export function DecisionForm({
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
    <Form action={decide} id="decision" label={strings.decision}>
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
      />
      <div className="flex flex-wrap gap-3 *:grow lg:flex-col">
        <SubmitButton name="decision" value="accepted" aria-keyshortcuts="A">
          <Check aria-hidden className="size-4" />
          {strings.accept}
        </SubmitButton>
        <SubmitButton name="decision" value="returned" variant="secondary" aria-keyshortcuts="R">
          <Undo2 aria-hidden className="size-4" />
          {strings.return}
        </SubmitButton>
        <SubmitButton name="decision" value="partial" variant="secondary" aria-keyshortcuts="M">
          <CirclePlus aria-hidden className="size-4" />
          {strings.more}
        </SubmitButton>
      </div>
    </Form>
  );
}
