"use client";

import { usePathname } from "next/navigation";
import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { type FormDraft, openFormDraft } from "@/lib/drafts/form-draft";
import { disableRefill, readTypedFields, writeFields } from "@/lib/drafts/form-values";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { DraftOwnerContext } from "@/lib/drafts/use-draft-owner";

type Options = {
  form: RefObject<HTMLFormElement | null>;
  id: string | undefined;
  /** `read` and `write` must not change between renders. */
  read?: (form: HTMLFormElement) => DraftFields;
  write?: (form: HTMLFormElement, fields: DraftFields) => void;
};

export function useFormDraft({ form, id, read = readTypedFields, write = writeFields }: Options) {
  const userId = useContext(DraftOwnerContext);
  const pathname = usePathname();
  const draft = useRef<FormDraft>(undefined);
  const [restored, setRestored] = useState<ReturnType<FormDraft["restore"]>>(null);

  useEffect(() => {
    const element = form.current;
    if (!element || !userId || !id) return;
    disableRefill(element);
    const slot = openTabDraft(userId, `${pathname}#${id}`);
    const opened = openFormDraft({
      slot,
      read: () => read(element),
      write: (fields) => write(element, fields),
    });
    draft.current = opened;
    const version = opened.restore();
    if (version) setRestored(version);
    element.addEventListener("input", opened.keep);
    return () => element.removeEventListener("input", opened.keep);
  }, [form, id, userId, pathname, read, write]);

  const keep = useCallback(() => draft.current?.keep(), []);
  const send = useCallback(() => draft.current?.send(), []);
  const forget = useCallback((version?: string) => {
    draft.current?.forget(version);
    setRestored(null);
  }, []);
  const leave = useCallback(() => {
    draft.current?.leave();
    setRestored(null);
  }, []);
  const adopt = useCallback(() => draft.current?.adopt(), []);
  const discard = useCallback(() => {
    draft.current?.discard();
    setRestored(null);
  }, []);
  return { restored, keep, send, forget, leave, adopt, discard };
}
