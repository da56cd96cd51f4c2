"use client";

import { useContext } from "react";
import { FormContext, fieldId, useFormField } from "@/components/forms/form-context";
import { FieldError } from "@/components/ui/field";
import type { ItemDefinition, ItemKind } from "@/features/items/types";
import { AddItemButtons } from "@/features/requests/components/add-item-buttons";
import { SectionNames } from "@/features/requests/components/item-fields";
import { ItemList } from "@/features/requests/components/item-list";
import { KindMenu } from "@/features/requests/components/kind-menu";
import type { OpenItem } from "@/features/requests/draft/open-item";
import { type DraftIntent, isFull } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";

const HEADING_ID = "items-heading";

/**
 * Shows the items of a draft or template, with buttons that add an item. At most one item is open.
 */
export function ItemsSection({
  items,
  typed,
  open,
  onChange,
  onPutBack,
}: {
  items: readonly KeyedItem[];
  /** The items with the values that the user has typed. */
  typed: readonly ItemDefinition[];
  open: OpenItem;
  onChange: (intent: DraftIntent) => void;
  onPutBack: (entry: KeyedItem, index: number) => void;
}) {
  const { formId } = useContext(FormContext);
  const { error } = useFormField("items");
  const sections = new Set(typed.map(({ section }) => section.trim()));
  return (
    <section aria-labelledby={HEADING_ID}>
      <div id={fieldId(formId, "items")} tabIndex={-1} className="mb-2.5 flex flex-col gap-1">
        <div className="flex items-baseline gap-2 text-md">
          <h2 id={HEADING_ID} className="text-md font-heading tracking-normal">
            {composer.items}
          </h2>
          <span className="text-ink-subtle">{composer.itemCount(items.length, sections.size)}</span>
        </div>
        {items.length === 0 ? <p className="text-ink-muted">{composer.noItems}</p> : null}
        {error ? <FieldError id={fieldId(formId, "items-error")}>{error}</FieldError> : null}
      </div>
      <ItemList items={items} typed={typed} open={open} onChange={onChange} onPutBack={onPutBack} />
      <AddItemButtons items={items} onAdd={(kind: ItemKind) => onChange({ do: "add", kind })} />
      {isFull(items) ? null : (
        <div className="mt-2">
          <KindMenu
            label={composer.addSection}
            intentOf={(kind) => `section:${kind}`}
            onChoose={(kind) => onChange({ do: "add", kind, startsSection: true })}
          />
        </div>
      )}
      <SectionNames items={typed} />
    </section>
  );
}
