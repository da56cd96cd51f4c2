"use client";

import { FormCore, type FormProps, type TypedText } from "@/components/forms/form-core";

const ignore = () => {};

const NO_DRAFT: TypedText = {
  restored: null,
  send: ignore,
  forget: ignore,
  leave: ignore,
  adopt: ignore,
};

/** A form without drafts, whose page does not need the code for drafts. */
export function PlainForm<T = unknown>(props: Omit<FormProps<T>, "id">) {
  return <FormCore {...props} draft={NO_DRAFT} />;
}
