"use client";

import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { takeBack } from "@/features/items/actions";
import { strings } from "@/features/items/strings";

/** Takes a submitted answer back while it is undecided. */
export function TakeBackForm({ itemId }: { itemId: string }) {
  // The button goes with its form: the page's beginning takes the focus it had.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    },
    [],
  );
  return (
    <Form action={takeBack} id="take-back">
      <input type="hidden" name="item_id" value={itemId} />
      <SubmitButton variant="secondary" className="self-start">
        {strings.item.takeBack}
      </SubmitButton>
    </Form>
  );
}
