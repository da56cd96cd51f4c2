"use client";

import { usePathname } from "next/navigation";
import { useCallback, useContext, useEffect, useState } from "react";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { DraftOwnerContext } from "@/lib/drafts/use-draft-owner";

/**
 * Returns the fields of a draft that can no longer be sent.
 * @param isUnsendable true if the draft's form is no longer on the page. If false, no fields are
 * returned
 */
export function useUnsentDraft(userId: string | null, subject: string, isUnsendable: boolean) {
  const [fields, setFields] = useState<DraftFields>({});
  useEffect(() => {
    if (!userId) return;
    const slot = openTabDraft(userId, subject);
    setFields((isUnsendable && slot.load()?.fields) || {});
  }, [userId, subject, isUnsendable]);
  const drop = useCallback(() => {
    if (userId) openTabDraft(userId, subject).delete();
    setFields({});
  }, [userId, subject]);
  return { fields, drop };
}

export function useUnsentFormDraft(formId: string, isUnsendable: boolean) {
  const subject = `${usePathname()}#${formId}`;
  return useUnsentDraft(useContext(DraftOwnerContext), subject, isUnsendable);
}
