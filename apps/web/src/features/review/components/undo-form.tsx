import { History } from "lucide-react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import type { Item } from "@/features/items/types";
import { undoInForm } from "@/features/review/actions";
import { ReportUndo } from "@/features/review/components/undo-pending";
import { strings } from "@/features/review/strings";

export const UNDO_FORM_ID = "undo-decision";

const BAR_ON_PHONES =
  "max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2";

export function UndoForm({
  item,
  hasWaive,
}: {
  item: Pick<Item, "id" | "version">;
  /**
   * True if the page also offers to waive the item. On phones, the bar with the decisions then
   * contains an Undo button too, so this form is hidden.
   */
  hasWaive: boolean;
}) {
  return (
    <Form action={undoInForm} id={UNDO_FORM_ID} className={hasWaive ? "-mb-2 max-md:-mb-4" : ""}>
      <input type="hidden" name="item_id" value={item.id} />
      <input type="hidden" name="version" value={item.version} />
      <ReportUndo />
      <div
        data-phone-bar={hasWaive ? undefined : ""}
        data-print="hide"
        className={hasWaive ? "max-md:hidden" : BAR_ON_PHONES}
      >
        <SubmitButton
          variant="secondary"
          className="min-h-10 w-full max-md:min-h-12 md:justify-start md:px-3"
        >
          <History aria-hidden className="size-4 text-ink-muted" />
          {strings.undoDecision}
        </SubmitButton>
      </div>
    </Form>
  );
}
