"use client";

import { useRef } from "react";
import { FormCore, type FormProps } from "@/components/forms/form-core";
import { RestoredNotice } from "@/components/forms/form-draft";
import { useFormDraft } from "@/lib/drafts/use-form-draft";

export type { FormAction } from "@/components/forms/form-core";

/**
 * A form that stores typed text in the tab if it has an `id`. Without JavaScript, the browser posts
 * the form, and the next page shows its errors and values. If the action needs a recent proof of
 * identity, the form asks for the proof and is then sent again.
 */
export function Form<T = unknown>(props: FormProps<T>) {
  const element = useRef<HTMLFormElement>(null);
  const draft = useFormDraft({ form: element, id: props.id });
  const notice = draft.restored ? <RestoredNotice onDiscard={draft.discard} /> : null;
  return <FormCore {...props} element={element} draft={draft} notice={notice} />;
}
