"use client";

import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { signOutDevices } from "@/features/account/actions";
import { strings } from "@/features/account/strings";
import { purgeEveryTab } from "@/lib/drafts/sign-out-purge";

/**
 * The path is exactly `/sign-in` only if this browser was signed out. Otherwise, keep the drafts.
 */
function purgeAfter(path: string): void {
  if (path === "/sign-in") purgeEveryTab();
}

export function DevicesForm() {
  return (
    <Form action={signOutDevices} id="devices" onRedirect={purgeAfter}>
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
