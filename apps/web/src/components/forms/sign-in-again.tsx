"use client";

import { useEffect, useState } from "react";
import { fieldId } from "@/components/forms/form-context";
import { Banner } from "@/components/ui/banner";
import { findDraftOwner } from "@/lib/drafts/draft-storage";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";

const TEXT = "Please sign in again. Your draft is saved on this device.";

/**
 * Tells a person whose session ended over a draft that it is still there, and fills in their address.
 * Only this tab knows: nobody else who opens the page is told of a draft.
 */
export function SignInAgain({
  next,
  formId,
}: {
  /** The page that was left. */
  next: string | null | undefined;
  /** The form whose field `email` is filled in, unless something stands there. */
  formId: string;
}) {
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => {
    applySignOutPurge();
    const address = next ? findDraftOwner(sessionStorage, next) : undefined;
    setHasDraft(address !== undefined);
    const field = document.getElementById(fieldId(formId, "email"));
    if (address && field instanceof HTMLInputElement && field.value === "") {
      field.value = address;
      // Whoever begins to type just now replaces it instead of adding to it.
      if (document.activeElement === field) field.select();
    }
  }, [next, formId]);
  return hasDraft ? <Banner live>{TEXT}</Banner> : null;
}
