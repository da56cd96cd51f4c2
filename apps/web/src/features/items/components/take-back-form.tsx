"use client";

import { Form } from "@/components/forms/form";
import { useReturnedFocus } from "@/components/forms/returned-focus";
import { SubmitButton } from "@/components/forms/submit-button";
import { takeBack } from "@/features/items/actions";
import { strings } from "@/features/items/strings";

/** Withdraws a submitted answer while it is undecided. */
export function TakeBackForm({ itemId }: { itemId: string }) {
  useReturnedFocus();
  return (
    <Form action={takeBack} id="take-back">
      <input type="hidden" name="item_id" value={itemId} />
      <SubmitButton variant="secondary" className="self-start">
        {strings.item.takeBack}
      </SubmitButton>
    </Form>
  );
}
