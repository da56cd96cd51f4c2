"use client";

import { useContext, useState } from "react";
import { FormContext, useFormField } from "@/components/forms/form-context";

/**
 * The version that the form's text came from. It stays the first one when the page renders anew,
 * so that someone else's change is noticed; after a conflict or an own save it is the stored one. Words
 * that were put back bring the version they were written over.
 */
export function VersionField({ version, saved }: { version: number; saved?: number | undefined }) {
  const { keptValue } = useFormField("version");
  const { restoredVersion } = useContext(FormContext);
  const [first] = useState(version);
  const value = keptValue ?? restoredVersion ?? saved ?? first;
  return <input type="hidden" name="version" value={value} />;
}
