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

/** Ignores the id, the kind and the settings of an item. Its texts and choices count as content. */
export function isBlank(item: ItemDefinition): boolean {
  const { id, kind, options, required, maxFiles, accept, ...content } = item;
  const blank: Record<string, unknown> = blankItem(kind);
  const isFieldBlank = ([name, value]: [string, unknown]) =>
    (typeof value === "string" ? value.trim() : value) === blank[name];
  return (
    Object.entries(content).every(isFieldBlank) &&
    options.choices.every((choice) => choice.trim() === "")
  );
}
