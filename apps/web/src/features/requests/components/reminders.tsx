"use client";

import { Bell } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { ViewerZoneField } from "@/components/forms/viewer-zone";
import { MENU_ROW } from "@/components/ui/menu";
import { remindNow } from "@/features/requests/actions";
import { recipients as strings } from "@/features/requests/strings";

const REMIND_FORM_ID = "remind";

/**
 * Sends a reminder now. The button is missing while staff have to wait for the next one. On a phone,
 * it is in the menu.
 */
export function RemindForm({ requestId, canRemind }: { requestId: string; canRemind: boolean }) {
  return (
    <Form
      action={remindNow}
      id={REMIND_FORM_ID}
      className="max-w-64 flex-row flex-wrap items-center gap-0"
    >
      <input type="hidden" name="request_id" value={requestId} />
      <ViewerZoneField />
      {canRemind ? (
        <SubmitButton variant="secondary" className="max-md:hidden">
          <Bell aria-hidden className="size-4 text-ink-muted" />
          {strings.remind}
        </SubmitButton>
      ) : null}
      <FormSaved />
    </Form>
  );
}

/** The same button as a row of a menu, on a phone. */
export function RemindRow() {
  return (
    <li className="md:hidden">
      <button type="submit" form={REMIND_FORM_ID} className={MENU_ROW}>
        {strings.remind}
      </button>
    </li>
  );
}
