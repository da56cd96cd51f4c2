"use client";

import { useContext, useState } from "react";
import { readStamp, stampOf } from "@/lib/drafts/version-stamp";
import { FormContext, useFormField } from "@/lib/forms/form-context";

/**
 * If the newest version has the same content as the form's version, for example because an item was
 * only moved, uses the newest stamp. Otherwise, the form keeps its own stamp. After a conflict,
 * that stamp also contains the values that the user has seen.
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
  /** The keys are the names of the fields that the action merges. */
  base: object;
  saved?: string | undefined;
  /** Set it if a record's version can change while its content stays the same. */
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
