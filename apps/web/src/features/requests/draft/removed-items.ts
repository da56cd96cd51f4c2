import type { CardHead } from "@/features/requests/draft/cards";
import { isFull, readItem } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";

export type UndoOffer = { title: string; description?: string; undo: () => void };

type Page = {
  items: readonly KeyedItem[];
  readForm: () => FormData | null;
  focus: (index: number) => void;
  onRemove: (index: number, count: number) => void;
  onPutBack: (entries: readonly KeyedItem[], index: number) => void;
};

type Options = {
  page: () => Page;
  /** Offers to undo a removal. Returns a function that withdraws the offer. */
  offer: (offer: UndoOffer) => () => void;
};

type Removal = { title: string; entries: readonly KeyedItem[]; index: number };

function asTyped(form: FormData | null, { key, item }: KeyedItem, index: number): KeyedItem {
  const typed = form ? readItem(form, `items.${index}.`) : null;
  return { key, item: { ...(typed ?? item), id: item.id } };
}

export function createRemovedItems({ page, offer }: Options) {
  const withdrawals = new Set<() => void>();
  let focusAt: number | undefined;

  const offerUndo = (removal: Removal, description?: string) => {
    const undo = () => {
      withdrawals.delete(withdraw);
      putBack(removal);
    };
    const withdraw = offer({ title: removal.title, ...(description ? { description } : {}), undo });
    withdrawals.add(withdraw);
  };
  const putBack = (removal: Removal) => {
    const { entries, index } = removal;
    const { items, focus, onPutBack } = page();
    if (isFull([...items, ...entries.slice(1)])) {
      focus(index);
      return offerUndo(removal, composer.full);
    }
    focusAt = index;
    onPutBack(entries, index);
  };

  return {
    /** @param section the section to remove with all its items */
    remove: (index: number, section?: Pick<CardHead, "section" | "count">) => {
      const { items, readForm, onRemove } = page();
      const form = readForm();
      const entries = items
        .slice(index, index + (section?.count ?? 1))
        .map((entry, no) => asTyped(form, entry, index + no));
      const [first] = entries;
      if (!first) return;
      focusAt = index;
      onRemove(index, entries.length);
      const title = section
        ? composer.removedSection(section.section, entries.length)
        : composer.removed(first.item.title, index + 1);
      offerUndo({ title, entries, index });
    },
    /** Call this function after the changed list has rendered. */
    moveFocus: () => {
      if (focusAt === undefined) return;
      const { items, focus } = page();
      const index = Math.min(focusAt, items.length);
      focusAt = undefined;
      focus(index);
    },
    /**
     * Call this function when the user leaves the page, because no other page can restore the
     * items.
     */
    withdrawOffers: () => {
      for (const withdraw of withdrawals) withdraw();
    },
  };
}
