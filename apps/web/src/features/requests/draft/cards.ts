import type { ItemDefinition } from "@/features/items/types";
import { composer } from "@/features/requests/strings";

type Card = { section: string; start: number; count: number };

export type CardHead = Card & {
  index: number;
  previous: Card | undefined;
  next: Card | undefined;
};

export type CardPlace = {
  /** Set only for the first item of a card. Null for all items if no item has a section. */
  head: CardHead | null;
  isFirst: boolean;
  /** True if the item is the last of a card. False in the last card, which ends with a button. */
  isLast: boolean;
};

export const INNER: CardPlace = { head: null, isFirst: false, isLast: false };

export const cardName = ({ section }: Pick<Card, "section">): string =>
  section || composer.noSection;

/**
 * The page renders one list instead of a list per card, so that React keeps an item's inputs when
 * its section changes.
 */
export function cardPlaces(items: readonly Pick<ItemDefinition, "section">[]): CardPlace[] {
  const cards: Card[] = [];
  for (const [start, { section: text }] of items.entries()) {
    const section = text.trim();
    const last = cards.at(-1);
    if (last?.section === section) last.count += 1;
    else cards.push({ section, start, count: 1 });
  }
  const isPlain = cards.every(({ section }) => section === "");
  return cards.flatMap((card, index) =>
    Array.from({ length: card.count }, (_, place) => ({
      head:
        place > 0 || isPlain
          ? null
          : { ...card, index, previous: cards[index - 1], next: cards[index + 1] },
      isFirst: place === 0,
      isLast: place === card.count - 1 && index < cards.length - 1,
    })),
  );
}
