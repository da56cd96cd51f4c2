"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { takeBack } from "@/features/items/actions";
import { strings } from "@/features/items/strings";
import { useReturnedFocus } from "@/lib/forms/returned-focus";

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
