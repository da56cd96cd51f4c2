"use client";

import { useContext, useState } from "react";
import { FormContext, useFormField } from "@/components/forms/form-context";

/**
 * The version that stands for another one: the newest, where both hold the same; a thing that was
 * moved has a new version and no other words.
 * @returns what the form is to send for the version that its words were written over
 */
function useSameContent(version: number, content: string | undefined) {
  const [seen, setSeen] = useState<ReadonlyMap<number, string | undefined>>(
    () => new Map([[version, content]]),
  );
  if (seen.get(version) !== content) setSeen(new Map(seen).set(version, content));
  return (base: number | string) =>
    content !== undefined && seen.get(Number(base)) === content ? version : base;
}

/**
 * The version that the form's text came from. It stays the first one when the page renders anew,
 * so that someone else's change is noticed; after a conflict or an own save it is the stored one. Words
 * that were put back bring the version they were written over.
 */
export function VersionField({
  version,
  saved,
  content,
}: {
  version: number;
  saved?: number | undefined;
  /** What the version holds, where there may be a newer one that holds the same. */
  content?: string | undefined;
}) {
  const { keptValue } = useFormField("version");
  const { restoredVersion } = useContext(FormContext);
  const [first] = useState(version);
  const newest = useSameContent(version, content);
  const value = newest(keptValue ?? restoredVersion ?? saved ?? first);
  return <input type="hidden" name="version" value={value} />;
}
