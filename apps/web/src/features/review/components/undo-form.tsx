import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import type { Item } from "@/features/items/types";
import { undoInForm } from "@/features/review/actions";
import { strings } from "@/features/review/strings";

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
