"use client";

import { useEffect, useState } from "react";
import { strings } from "@/components/strings";
import { Banner } from "@/components/ui/banner";
import { findDraftOwner } from "@/lib/drafts/draft-storage";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";
import { useHasDraft } from "@/lib/drafts/use-has-draft";
import { fieldId } from "@/lib/forms/form-context";

/**
 * Says that the tab still has a draft. If the draft belongs to the page `next`, also fills in the
 * email address of the user who typed the draft.
 */
export function SignInAgainBanner({
  next,
  formId,
  isSignedIn = false,
  endedText,
}: {
  next: string | null | undefined;
  formId: string;
  /** True for a signed-in user without access to `next`. Drafts of other pages are then ignored. */
  isSignedIn?: boolean;
  /** Shown if there is no draft to mention. */
  endedText?: string | undefined;
}) {
  const hasDraft = useHasDraft();
  const [isOfNext, setOfNext] = useState(false);
  useEffect(() => {
    applySignOutPurge();
    const email = next ? findDraftOwner(sessionStorage, next) : undefined;
    setOfNext(email !== undefined);
    const field = document.getElementById(fieldId(formId, "email"));
    if (email && field instanceof HTMLInputElement && field.value === "") {
      field.value = email;
      // Select the email, so that typing replaces it.
      if (document.activeElement === field) field.select();
    }
  }, [next, formId]);
  const text = isOfNext || (hasDraft && !isSignedIn) ? strings.signInAgain : endedText;
  return text ? <Banner live>{text}</Banner> : null;
}
