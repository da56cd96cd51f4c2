"use client";

import { useContext, useState } from "react";
import { FormContext, useFormField } from "@/components/forms/form-context";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";

/**
 * Returns the newest version if only the version changed and not the content, for example after an
 * item moved.
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
 * Holds the version and the values on which the form's text is based. Rendering the page again does
 * not change them, so the server detects a change by someone else. After a save, they are the saved
 * version. A restored draft brings its own version.
 */
export function VersionField({
  version,
  base,
  saved,
  content,
}: {
  version: number;
  /** The values of that version, by the field names that the action merges. */
  base: object;
  saved?: string | undefined;
  /** The content of the version. Set it if a version can change without its content. */
  content?: string | undefined;
}) {
  const { submittedValue } = useFormField("version");
  const { restoredVersion } = useContext(FormContext);
  const stamp = stampOf(version, base);
  const [first] = useState(stamp);
  const newest = useSameContent(version, stamp, content);
  const value = newest(submittedValue ?? restoredVersion ?? saved ?? first);
  return <input type="hidden" name="version" value={value} />;
}
