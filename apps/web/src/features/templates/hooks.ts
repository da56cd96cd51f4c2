"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { ItemDefinition } from "@/features/items/types";
import { readItems } from "@/features/requests/schema";
import type { TemplatePreview } from "@/features/templates/types";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { readAllFields, toFormData, writeFields } from "@/lib/drafts/form-values";
import { useFormDraft } from "@/lib/drafts/use-form-draft";
import { askSearch } from "@/lib/search/use-search";

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
  /** Shows the items of a restored draft. Pass a function that does not change between renders. */
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

type Preview = {
  id: string;
  template: TemplatePreview | null;
  hasFailed: boolean;
};

/**
 * @param known the previews that the page already contains. The hook shows the first one until the
 * user chooses a template.
 */
export function useTemplatePreview(
  slug: string,
  known: readonly [TemplatePreview, ...TemplatePreview[]],
) {
  const [preview, setPreview] = useState<Preview>({
    id: known[0].id,
    template: known[0],
    hasFailed: false,
  });
  const loaded = useRef(new Map(known.map((each) => [each.id, each])));
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);
  const show = useCallback(
    (id: string) => {
      call.current?.abort();
      const stored = loaded.current.get(id) ?? null;
      setPreview({ id, template: stored, hasFailed: false });
      if (stored) return;
      const controller = new AbortController();
      call.current = controller;
      const { signal } = controller;
      askSearch<TemplatePreview>(slug, { template: id }, signal).then(
        (template) => {
          loaded.current.set(id, template);
          if (!signal.aborted) setPreview({ id, template, hasFailed: false });
        },
        () => {
          if (!signal.aborted) setPreview({ id, template: null, hasFailed: true });
        },
      );
    },
    [slug],
  );
  return { ...preview, show };
}
