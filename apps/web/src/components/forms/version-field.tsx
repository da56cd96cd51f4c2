"use client";

import { useContext, useState } from "react";
import { FormContext, useFormField } from "@/components/forms/form-context";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";

/**
 * Replaces the stamp of a version by the newest one if both have the same content: an item that was
 * moved has a new version and the same text.
 */
function useSameContent(version: number, stamp: string, content: string | undefined) {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | undefined>>(
    () => new Map([[version, content]]),
  );
  if (seen.get(version) !== content) setSeen(new Map(seen).set(version, content));
  return (other: string) =>
    content !== undefined && seen.get(readStamp(other).version) === content ? stamp : other;
}

/**
 * The version and the values that the form's text came from. It does not change when the page
 * renders again, so that a change by someone else is detected. After the user saves, it is the
 * saved version. A restored draft brings the version that it was typed over.
 */
export function VersionField({
  version,
  base,
  saved,
  content,
}: {
  version: number;
  /** Values of the fields in that version, under the names by which the action merges them. */
  base: object;
  /** Stamp of the version that this form saved. */
  saved?: string | undefined;
  /** Content of the version, if a newer one with the same content may exist. */
  content?: string | undefined;
}) {
  const { keptValue } = useFormField("version");
  const { restoredVersion } = useContext(FormContext);
  const stamp = stampOf(version, base);
  const [first] = useState(stamp);
  const newest = useSameContent(version, stamp, content);
  const value = newest(keptValue ?? restoredVersion ?? saved ?? first);
  return <input type="hidden" name="version" value={value} />;
}
