"use client";

import type { ReactNode } from "react";
import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { Banner } from "@/components/ui/banner";
import { withdraw } from "@/features/items/actions";
import { strings } from "@/features/items/strings";
import { ReturnedFocus } from "@/lib/forms/returned-focus";

const texts = strings.item;

export function WithdrawForm({
  itemId,
  isSent = true,
  children,
}: {
  itemId: string;
  isSent?: boolean;
  children?: ReactNode;
}) {
  const button = (
    <SubmitButton variant="secondary" className="shrink-0 self-start">
      {texts.withdraw}
    </SubmitButton>
  );
  return (
    <Form action={withdraw} id="withdraw" className="not-has-[button,[role]]:hidden">
      {(state) =>
        isSent ? (
          <>
            <ReturnedFocus />
            <input type="hidden" name="item_id" value={itemId} />
            {children ? (
              <div className="flex items-start gap-3 rounded-lg border border-line bg-sunken p-4 max-sm:flex-wrap">
                {children}
                {button}
              </div>
            ) : (
              button
            )}
          </>
        ) : state?.ok && state.message ? (
          <Banner tone="success" live>
            {state.message}
          </Banner>
        ) : null
      }
    </Form>
  );
}
