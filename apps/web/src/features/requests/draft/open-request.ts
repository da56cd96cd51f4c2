import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Item } from "@/features/items/types";
import type { PreviewContent } from "@/features/requests/components/contact-preview";
import { useLiveValues } from "@/features/requests/draft/live-values";
import { readDraft, readItem } from "@/features/requests/schema";
import type { Request } from "@/features/requests/types";

export const DETAILS_FORM_ID = "details";

type Typed = {
  content: PreviewContent;
  /** Index of the open item. */
  edited: number | null;
};

/**
 * Reads the forms of an open request and of its items. Includes a new item only while its form is
 * open.
 */
function readForms(root: HTMLElement, saved: readonly Item[]): Typed {
  const items: PreviewContent["items"][number][] = [];
  let edited: number | null = null;
  for (const row of root.querySelectorAll<HTMLDetailsElement>('details[name="item"]')) {
    const fields = new FormData(row.querySelector("form") ?? undefined);
    const item = readItem(fields);
    const before = saved.find(({ id }) => id === fields.get("item_id"));
    if (!item || !(before || row.open)) continue;
    if (row.open) edited = items.length;
    items.push({ ...item, status: before?.status ?? "open" });
  }
  const details = root.querySelector<HTMLFormElement>(`#${DETAILS_FORM_ID}`) ?? undefined;
  const { title, message, dueOn } = readDraft(new FormData(details));
  return { content: { title, message, dueOn, items }, edited };
}

/**
 * Returns what the user has typed on the page that edits an open request, and updates it as they
 * type.
 */
export function useTypedRequest(request: Request): Typed & {
  /** The element that contains the forms. */
  root: RefObject<HTMLDivElement | null>;
  onType: ReturnType<typeof useLiveValues>["onType"];
} {
  const root = useRef<HTMLDivElement>(null);
  const { live, onType, refresh } = useLiveValues({
    element: root,
    read: useCallback((element: HTMLElement) => readForms(element, request.items), [request]),
    initial: { content: request, edited: null } as Typed,
    content: [request],
  });
  useEffect(() => {
    // The `toggle` event does not bubble, so listen in the capture phase.
    const element = root.current;
    element?.addEventListener("toggle", refresh, true);
    return () => element?.removeEventListener("toggle", refresh, true);
  }, [refresh]);
  return { ...live, root, onType };
}
