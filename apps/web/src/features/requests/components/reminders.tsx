"use client";

import { Bell } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { ViewerZoneField } from "@/components/forms/viewer-zone-field";
import { remindNow } from "@/features/requests/actions";
import { contactTexts as strings } from "@/features/requests/strings";
import { classNames } from "@/lib/style/class-names";
import { MENU_ROW } from "@/lib/style/menu";

const REMIND_FORM_ID = "remind";

/** On phones, the button is in the menu unless it is the main action. */
export function RemindForm({
  requestId,
  canRemind,
  isMain,
}: {
  requestId: string;
  canRemind: boolean;
  /** True if the page has no answer to review, so reminding is its main action. */
  isMain: boolean;
}) {
  return (
    <Form
      action={remindNow}
      id={REMIND_FORM_ID}
      className="max-w-64 flex-row flex-wrap items-center gap-0! [&>p:not(:empty)]:ml-2"
    >
      <input type="hidden" name="request_id" value={requestId} />
      <ViewerZoneField />
      {canRemind ? (
        <SubmitButton
          variant={isMain ? "primary" : "secondary"}
          className={isMain ? undefined : "max-md:hidden"}
        >
          <Bell aria-hidden className={classNames("size-4", !isMain && "text-ink-muted")} />
          {strings.remind}
        </SubmitButton>
      ) : null}
      <FormSaved />
    </Form>
  );
}

export function RemindRow() {
  return (
    <li className="md:hidden">
      <button type="submit" form={REMIND_FORM_ID} className={MENU_ROW}>
        {strings.remind}
      </button>
    </li>
  );
}
