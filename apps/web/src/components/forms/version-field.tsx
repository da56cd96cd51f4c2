"use client";

import { useContext, useState } from "react";
import { FormContext, useFormField } from "@/components/forms/form-context";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";

/** Returns the newest stamp if its content is the same, as after an item moved. */
function useSameContent(version: number, stamp: string, content: string | undefined) {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | undefined>>(
    () => new Map([[version, content]]),
  );
  if (seen.get(version) !== content) setSeen(new Map(seen).set(version, content));
  return (other: string) =>
    content !== undefined && seen.get(readStamp(other).version) === content ? stamp : other;
}

/**
 * The version and the values that the form's text is based on. It does not change when the page
 * renders again, so that a change by someone else is detected. After the user saves, it is the
 * saved version. A restored draft brings its own version.
 */
export function VersionField({
  version,
  base,
  saved,
  content,
}: {
  version: number;
  /** Values of that version, with the names that the action merges. */
  base: object;
  saved?: string | undefined;
  /** Content of the version, if a newer version may have the same content. */
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
