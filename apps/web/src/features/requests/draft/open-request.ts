import {
  createContext,
  type FormEvent,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Item } from "@/features/items/types";
import type { PreviewContent } from "@/features/requests/components/contact-preview";
import { createItemsFirst } from "@/features/requests/draft/items-first";
import { useLiveValues } from "@/features/requests/draft/live-values";
import { isBlank } from "@/features/requests/draft/new-item";
import { areDetailsValid, readDraft, readItem } from "@/features/requests/schema";
import type { Request } from "@/features/requests/types";
import { isChanged } from "@/lib/drafts/form-values";

export const DETAILS_FORM_ID = "details";

type Typed = {
  content: PreviewContent;
  edited: number | null;
};

/** Includes a new item only while its form is open. */
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

export function useTypedRequest(request: Request): Typed & {
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

type Settle = (formId: string, isSaved: boolean) => void;

export const SavedItemsContext = createContext<Settle>(() => {});
export const useSavedItems = (): Settle => useContext(SavedItemsContext);

function findForm(id: string): HTMLFormElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLFormElement ? element : null;
}

function isEmptied(form: HTMLFormElement): boolean {
  const item = readItem(new FormData(form));
  return !item || isBlank(item);
}

/**
 * Leaves out a new item that was refused and whose texts the user then deleted.
 * @param refused ids of the forms whose last save failed. Their fields have the refused values as
 * initial values, so `isChanged` does not detect the changes.
 */
function unsavedItemForms(root: HTMLElement, refused: ReadonlySet<string>): HTMLFormElement[] {
  return [...root.querySelectorAll<HTMLDetailsElement>('details[name="item"]')].flatMap((row) => {
    const form = row.querySelector("form");
    const isNew = form && new FormData(form).get("item_id") === "";
    if (!form || (isNew && !row.open)) return [];
    const isRefused = refused.has(form.id);
    if (isNew && isRefused && isEmptied(form)) return [];
    return isRefused || isChanged(form) ? [form] : [];
  });
}

/**
 * Saves the items before the details, because the user leaves the page when the details are saved.
 * If the browser can tell that the server will refuse the details, sends only the details, so that
 * their form shows the errors. After an item is refused, saves nothing else, so that the user first
 * sees the reason.
 */
export function useItemsFirst(root: RefObject<HTMLElement | null>) {
  const [itemsFirst] = useState(() =>
    createItemsFirst<HTMLElement>(DETAILS_FORM_ID, {
      unsaved: (refused) =>
        root.current ? unsavedItemForms(root.current, refused).map(({ id }) => id) : [],
      hasForm: (id) => findForm(id) !== null,
      send: (id, button) => findForm(id)?.requestSubmit(button),
    }),
  );
  /** Runs before the forms handle their own `submit` event. */
  const onSubmitCapture = (event: FormEvent) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.id !== DETAILS_FORM_ID) return;
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const isValid = areDetailsValid(new FormData(event.target));
    if (itemsFirst.submit({ isValid, button })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { ...itemsFirst, onSubmitCapture };
}
