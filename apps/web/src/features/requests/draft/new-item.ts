import type { ItemDefinition } from "@/features/items/types";
import type { AddIntent } from "@/features/requests/draft/intent";
import { blankItem } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";

function newSection(items: readonly Pick<ItemDefinition, "section">[]): string {
  const names = new Set(items.map(({ section }) => section.trim()));
  let name: string = composer.newSection;
  for (let number = 2; names.has(name); number += 1) name = `${composer.newSection} ${number}`;
  return name;
}

/**
 * A section exists only as the name that its items share, so a new section starts with a new item.
 */
export function newItem(
  items: readonly ItemDefinition[],
  { kind, startsSection }: AddIntent,
  index: number,
): ItemDefinition {
  const section = startsSection ? newSection(items) : (items[index - 1]?.section ?? "");
  return { ...blankItem(kind), section };
}
