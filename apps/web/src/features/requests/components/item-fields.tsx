"use client";

import { FormCheckbox, FormTextArea } from "@/components/forms/form-fields";
import { FormTextField } from "@/components/forms/form-text-field";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { ACCEPT_GROUPS } from "@/features/files/schema";
import { acceptGroup } from "@/features/items/strings";
import type { ItemDefinition } from "@/features/items/types";
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

export function ItemFields({ item, prefix = "" }: { item: ItemDefinition; prefix?: string }) {
  const name = (field: string) => `${prefix}${field}`;
  return (
    <div className="flex flex-col gap-3.5">
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
        className="min-h-14"
        optional
      />
      {item.kind === "choice" ? (
        <>
          <FormTextArea
            name={name("choices")}
            label={composer.choices}
            hint={composer.choicesHint}
            defaultValue={item.options.choices.join("\n")}
            className="min-h-20"
          />
          <FormCheckbox
            name={name("multiple")}
            label={composer.multiple}
            defaultChecked={item.options.multiple}
          />
        </>
      ) : null}
      <div className="grid gap-3.5 sm:grid-cols-2">
        <FormTextField
          name={name("section")}
          label={composer.section}
          defaultValue={item.section}
          maxLength={60}
          list={SECTIONS_ID}
          optional
        />
        {item.kind === "file" ? (
          <FormTextField
            name={name("max_files")}
            label={composer.maxFiles}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_FILES}
            defaultValue={item.maxFiles}
            className="max-w-35"
          />
        ) : null}
      </div>
      {item.kind === "file" ? (
        <ChoiceGroup id={`${prefix}accept`} legend={composer.accept} hint={composer.acceptHint}>
          <div className="flex flex-wrap gap-x-5">
            {ACCEPT_GROUPS.map((group) => (
              <Checkbox
                key={group}
                name={name("accept")}
                value={group}
                label={acceptGroup[group]}
                defaultChecked={item.accept.includes(group)}
              />
            ))}
          </div>
        </ChoiceGroup>
      ) : null}
      <FormCheckbox
        name={name("required")}
        label={composer.required}
        defaultChecked={item.required}
      />
    </div>
  );
}
