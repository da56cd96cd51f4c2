"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { withdraw } from "@/features/items/actions";
import { strings } from "@/features/items/strings";
import { useReturnedFocus } from "@/lib/forms/returned-focus";

export function WithdrawForm({ itemId }: { itemId: string }) {
  useReturnedFocus();
  return (
    <Form action={withdraw} id="withdraw">
      <input type="hidden" name="item_id" value={itemId} />
      <SubmitButton variant="secondary" className="self-start">
        {strings.item.withdraw}
      </SubmitButton>
    </Form>
  );
}
