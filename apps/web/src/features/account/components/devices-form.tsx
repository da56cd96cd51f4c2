"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { signOutDevices } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { forgetEverywhere } from "@/lib/drafts/kept-drafts";

/** Leaves nothing behind in this browser, unless it stays signed in or asks to sign in again first. */
function forgetAfter(path: string): void {
  if (path === "/sign-in") forgetEverywhere({ local: localStorage, session: sessionStorage });
}

/** Ends sessions on other devices, or everywhere. */
export function DevicesForm() {
  return (
    <Form action={signOutDevices} id="devices" onRedirect={forgetAfter}>
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
