"use client";

import { useContext, useState } from "react";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";
import { FormContext, useFormField } from "@/lib/forms/form-context";

/**
 * Returns a function that chooses the stamp to send. If the record still has the content on which
 * the form's stamp is based, for example because an item was only moved, the function returns the
 * newest stamp. Otherwise, it returns the form's stamp.
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
 * Sends the version and the initial values, with which the server detects changes by someone else.
 * The form sends a newer version only if `content` is still the same.
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
