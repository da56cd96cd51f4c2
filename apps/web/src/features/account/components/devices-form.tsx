"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { signOutDevices } from "@/features/account/actions";
import { strings } from "@/features/account/strings";

/** Ends sessions on other devices, or everywhere. */
export function DevicesForm() {
  return (
    <Form action={signOutDevices} id="devices">
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="scope" value="others" variant="secondary">
          {strings.devices.others}
        </SubmitButton>
        <SubmitButton name="scope" value="global" variant="secondary">
          {strings.devices.everywhere}
        </SubmitButton>
      </div>
    </Form>
  );
}
