"use client";

import { type ReactNode, useState } from "react";
import { FormCheckbox, FormTextArea } from "@/components/forms/form-fields";
import { FormTextField } from "@/components/forms/form-text-field";
import type { ItemDefinition, ItemKind } from "@/features/items/types";
import { FileTypes } from "@/features/requests/components/file-types";
import { KindField } from "@/features/requests/components/kind-field";
import { MAX_FILES } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";

const SECTIONS_ID = "sections";

/** Suggests names for the section field: the sections of the page's items. */
export function SectionNames({ items }: { items: readonly Pick<ItemDefinition, "section">[] }) {
  const names = new Set(items.map(({ section }) => section.trim()));
  return (
    <datalist id={SECTIONS_ID}>
      {[...names].filter(Boolean).map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/**
 * The fields that only one kind of item has. While another kind is selected, they keep their values
 * but are not part of the form.
 */
function OfKind({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={!isChosen} className={isChosen ? "contents" : "hidden"}>
      {children}
    </fieldset>
  );
}

export function ItemFields({
  item,
  prefix = "",
  hasFixedKind = false,
}: {
  item: ItemDefinition;
  prefix?: string;
  /** True if the user cannot change the kind, because contacts may have answered already. */
  hasFixedKind?: boolean;
}) {
  const name = (field: string) => `${prefix}${field}`;
  const [kind, setKind] = useState(item.kind);
  const [seen, setSeen] = useState<readonly ItemKind[]>([item.kind]);
  const choose = (next: ItemKind) => {
    setKind(next);
    setSeen((before) => (before.includes(next) ? before : [...before, next]));
  };
  return (
    <div className="flex flex-col gap-3.5">
      {hasFixedKind ? (
        <input type="hidden" name={name("kind")} value={item.kind} />
      ) : (
        <KindField name={name("kind")} kind={item.kind} onChoose={choose} />
      )}
      <FormTextField
        name={name("title")}
        label={composer.itemTitle}
        defaultValue={item.title}
        maxLength={120}
      />
      <FormTextArea
        name={name("help")}
        label={composer.itemHelp}
        defaultValue={item.help}
        maxLength={2_000}
        optional
      />
      {seen.includes("choice") ? (
        <OfKind isChosen={kind === "choice"}>
          <FormTextArea
            name={name("choices")}
            label={composer.choices}
            hint={composer.choicesHint}
            defaultValue={item.options.choices.join("\n")}
          />
        </OfKind>
      ) : null}
      <div className="grid gap-3.5 sm:grid-cols-2">
        {seen.includes("file") ? (
          <OfKind isChosen={kind === "file"}>
            <FileTypes name={name("accept")} accept={item.accept} />
            <FormTextField
              name={name("max_files")}
              label={composer.maxFiles}
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_FILES}
              defaultValue={item.maxFiles}
            />
          </OfKind>
        ) : null}
        <FormTextField
          name={name("section")}
          label={composer.section}
          defaultValue={item.section}
          maxLength={60}
          list={SECTIONS_ID}
          optional
        />
        {/* With a mouse, the checkboxes are on the line of the section's field. */}
        <div className="flex flex-wrap gap-x-5 sm:self-end">
          <FormCheckbox
            name={name("required")}
            label={composer.required}
            defaultChecked={item.required}
          />
          {seen.includes("choice") ? (
            <OfKind isChosen={kind === "choice"}>
              <FormCheckbox
                name={name("multiple")}
                label={composer.multiple}
                defaultChecked={item.options.multiple}
              />
            </OfKind>
          ) : null}
        </div>
      </div>
    </div>
  );
}
