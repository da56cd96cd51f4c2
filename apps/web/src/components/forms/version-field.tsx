"use client";

import { useContext, useState } from "react";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";
import { FormContext, useFormField } from "@/lib/forms/form-context";

/**
 * Returns a function that chooses the stamp to send. If the record still has the content that
 * belongs to the given stamp, for example because an item was only moved, chooses the newest stamp.
 * Otherwise, keeps the given stamp. After a conflict, the given stamp also contains the values that
 * the user has seen.
 */
function useSameContent(version: number, stamp: string, content: string | undefined) {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | undefined>>(
    () => new Map([[version, content]]),
  );
  if (seen.get(version) !== content) setSeen(new Map(seen).set(version, content));
  return (own: string) => {
    const from = readStamp(own).version;
    const isSame = content !== undefined && from !== version && seen.get(from) === content;
    return isSame ? stamp : own;
  };
}

/**
 * The server needs the version and the initial values to detect a change by someone else. A later
 * render changes the sent version only if the record still has the same `content`.
 */
export function VersionField({
  version,
  base,
  saved,
  content,
}: {
  version: number;
  /** The initial values, under the names of the fields that the action merges. */
  base: object;
  saved?: string | undefined;
  /**
   * The record's content as a text. Set it if the version can change while the content stays the
   * same.
   */
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
