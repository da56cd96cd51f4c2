"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { readAllFields, toFormData, writeFields } from "@/components/forms/kept-fields";
import { useKeptForm } from "@/components/forms/kept-forms";
import type { ItemDefinition } from "@/features/items/types";
import { readItems } from "@/features/requests/schema";
import type { KeptFields } from "@/lib/drafts/kept-drafts";

const isOfItem = (name: string) => name.startsWith("items.");

/**
 * Keeps what is typed in the editor until it is sent, with the items as they were added, moved and
 * removed; see `useKeptForm`.
 */
export function useKeptTemplate<Entry>({
  form,
  id,
  items,
  show,
}: {
  form: RefObject<HTMLFormElement | null>;
  id: string;
  /** What the editor lists now. */
  items: readonly Entry[];
  /** Lists other items instead. Fixed. */
  show: (items: ItemDefinition[]) => void;
}) {
  const write = useCallback(
    (element: HTMLFormElement, fields: KeptFields) => {
      const words = Object.entries(fields).filter(([name]) => !isOfItem(name));
      writeFields(element, Object.fromEntries(words));
      show(readItems(toFormData(fields)));
    },
    [show],
  );
  const kept = useKeptForm({ form, id, read: readAllFields, write });
  const { keep } = kept;
  const listed = useRef(items);
  useEffect(() => {
    if (listed.current === items) return;
    listed.current = items;
    keep();
  }, [items, keep]);
  return kept;
}
