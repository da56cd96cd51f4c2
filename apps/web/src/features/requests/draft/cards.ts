import type { ItemDefinition } from "@/features/items/types";
import { composer } from "@/features/requests/strings";

/** The position of an item in the card of its section. */
export type CardPlace = {
  /** The name of the section and its number of items. Only set for the first item of a card. */
  head: { section: string; count: number } | null;
  isFirst: boolean;
  /** True if the item is the last of a card. False in the last card, which ends with buttons. */
  isLast: boolean;
};

/** The default position: between two other items of a card. */
export const INNER: CardPlace = { head: null, isFirst: false, isLast: false };

/**
 * Returns the position of each item in the cards. Consecutive items of one section share a card.
 * The page renders one list instead of a list per card, so that React keeps an item's inputs when
 * its section changes.
 */
export function cardPlaces(items: readonly Pick<ItemDefinition, "section">[]): CardPlace[] {
  const sections = items.map(({ section }) => section.trim());
  const isPlain = sections.every((section) => section === "");
  return sections.map((section, index) => {
    const isFirst = index === 0 || section !== sections[index - 1];
    const isLast = index < sections.length - 1 && section !== sections[index + 1];
    if (!isFirst || isPlain) return { head: null, isFirst, isLast };
    const end = sections.findIndex((each, other) => other > index && each !== section);
    const count = (end < 0 ? sections.length : end) - index;
    return { head: { section: section || composer.noSection, count }, isFirst, isLast };
  });
}
