"use client";

import { useContext, useState } from "react";
import { FormContext, useFormField } from "@/components/forms/form-context";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";

/**
 * Replaces the stamp of a version by the newest one where both hold the same: an item that was moved
 * has a new version and the same text.
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
 * The version that the form's text came from and what it held. It stays the first one when the page
 * renders again, so that someone else's change is noticed; after an own save it is the saved one. Text
 * that was restored brings the version it was typed over.
 */
export function VersionField({
  version,
  base,
  saved,
  content,
}: {
  version: number;
  /** Values of the fields in that version, under the names that the action merges them by. */
  base: object;
  /** Stamp of what this form saved. */
  saved?: string | undefined;
  /** What the version holds, where there may be a newer one that holds the same. */
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
