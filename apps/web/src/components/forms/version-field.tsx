"use client";

import { useState } from "react";
import { useFormField } from "@/components/forms/form-context";

/**
 * The version that the form's text came from. It stays the first one when the page renders anew,
 * so that someone else's change is noticed; after a conflict or an own save it is the stored one.
 */
export function VersionField({ version, saved }: { version: number; saved?: number | undefined }) {
  const { keptValue } = useFormField("version");
  const [first] = useState(version);
  return <input type="hidden" name="version" value={keptValue ?? saved ?? first} />;
}
