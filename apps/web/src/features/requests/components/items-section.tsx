"use client";

import { useContext } from "react";
import { FieldError } from "@/components/ui/field";
import type { ItemDefinition } from "@/features/items/types";
import { AddItem } from "@/features/requests/components/add-item";
import { SectionNames } from "@/features/requests/components/item-fields";
import { ItemList } from "@/features/requests/components/item-list";
import type { ExpandedItem } from "@/features/requests/draft/expanded-item";
import type { DraftIntent } from "@/features/requests/draft/intent";
import { isFull } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";
import { FormContext, fieldId, useFormField } from "@/lib/forms/form-context";
import { classNames } from "@/lib/style/class-names";

const HEADING_ID = "items-heading";
const FULL_ID = "items-full";

function lastSection(items: readonly ItemDefinition[]): string {
  const isPlain = items.every(({ section }) => section.trim() === "");
  return isPlain ? "" : composer.addTo(items.at(-1)?.section.trim() ?? "");
}

export function ItemsSection({
  items,
  typed,
  open,
  onChange,
  onPutBack,
}: {
  items: readonly KeyedItem[];
  typed: readonly ItemDefinition[];
  open: ExpandedItem;
  onChange: (intent: DraftIntent) => void;
  onPutBack: (entries: readonly KeyedItem[], index: number) => void;
}) {
  const { formId } = useContext(FormContext);
  const { error } = useFormField("items");
  const hasRoom = !isFull(items);
  const sections = new Set(typed.map(({ section }) => section.trim()));
  return (
    <section aria-labelledby={HEADING_ID}>
      <div id={fieldId(formId, "items")} tabIndex={-1} className="mb-2.5 flex flex-col gap-1">
        <div className="flex items-baseline gap-2 text-md">
          <h2 id={HEADING_ID} className="text-md font-heading">
            {composer.items}
          </h2>
          <span className="text-ink-subtle">{composer.itemCount(items.length, sections.size)}</span>
        </div>
        {items.length === 0 ? <p className="text-ink-muted">{composer.noItems}</p> : null}
        {error ? <FieldError id={fieldId(formId, "items-error")}>{error}</FieldError> : null}
      </div>
      <ItemList items={items} typed={typed} open={open} onChange={onChange} onPutBack={onPutBack} />
      <div
        className={classNames(
          "border border-line px-1.5 py-1.5",
          items.length === 0 ? "rounded-lg" : "rounded-b-lg",
        )}
      >
        <AddItem
          value="add:file"
          isDisabled={!hasRoom}
          describedBy={hasRoom ? undefined : FULL_ID}
          onAdd={() => onChange({ do: "add", kind: "file" })}
        >
          {composer.addItem}
          <span className="sr-only">{lastSection(typed)}</span>
        </AddItem>
        {hasRoom ? null : (
          <p id={FULL_ID} className="px-2.5 pt-1 text-sm text-ink-muted">
            {composer.full}
          </p>
        )}
      </div>
      {hasRoom ? (
        <div className="mt-2 px-1.75">
          <AddItem
            value="section:file"
            onAdd={() => onChange({ do: "add", kind: "file", startsSection: true })}
          >
            {composer.addSection}
          </AddItem>
        </div>
      ) : null}
      <SectionNames items={typed} />
    </section>
  );
}
