"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { ItemDefinition } from "@/features/items/types";
import { readItems } from "@/features/requests/schema";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { readAllFields, toFormData, writeFields } from "@/lib/drafts/form-values";
import { useFormDraft } from "@/lib/drafts/use-form-draft";

const isOfItem = (name: string) => name.startsWith("items.");

export function useTemplateDraft<Entry>({
  form,
  id,
  items,
  show,
}: {
  form: RefObject<HTMLFormElement | null>;
  id: string;
  items: readonly Entry[];
  /** Replaces the listed items. Pass a function that does not change between renders. */
  show: (items: ItemDefinition[]) => void;
}) {
  const write = useCallback(
    (element: HTMLFormElement, fields: DraftFields) => {
      const others = Object.entries(fields).filter(([name]) => !isOfItem(name));
      writeFields(element, Object.fromEntries(others));
      show(readItems(toFormData(fields)));
    },
    [show],
  );
  const draft = useFormDraft({ form, id, read: readAllFields, write });
  const { keep } = draft;
  const listed = useRef(items);
  useEffect(() => {
    if (listed.current === items) return;
    listed.current = items;
    keep();
  }, [items, keep]);
  return draft;
}
