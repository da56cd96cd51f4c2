"use client";

import { FormCheckbox, FormTextArea, FormTextField } from "@/components/forms/form-fields";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { Disclosure } from "@/components/ui/disclosure";
import { ACCEPT_GROUPS } from "@/features/files/schema";
import { acceptGroup } from "@/features/items/strings";
import type { ItemDefinition } from "@/features/items/types";
import { MAX_FILES } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";

export function ItemFields({ item, prefix = "" }: { item: ItemDefinition; prefix?: string }) {
  const name = (field: string) => `${prefix}${field}`;
  return (
    <div className="flex flex-col gap-4">
      <FormTextField
        name={name("title")}
        label={composer.itemTitle}
        defaultValue={item.title}
        maxLength={120}
      />
      <FormCheckbox
        name={name("required")}
        label={composer.required}
        defaultChecked={item.required}
      />
      {item.kind === "choice" ? (
        <>
          <FormTextArea
            name={name("choices")}
            label={composer.choices}
            hint={composer.choicesHint}
            defaultValue={item.options.choices.join("\n")}
          />
          <FormCheckbox
            name={name("multiple")}
            label={composer.multiple}
            defaultChecked={item.options.multiple}
          />
        </>
      ) : null}
      <Disclosure summary={composer.more}>
        <div className="flex flex-col gap-4">
          <FormTextArea
            name={name("help")}
            label={composer.itemHelp}
            defaultValue={item.help}
            rows={2}
            maxLength={2_000}
            optional
          />
          <FormTextField
            name={name("section")}
            label={composer.section}
            hint={composer.sectionHint}
            defaultValue={item.section}
            maxLength={60}
            optional
          />
          {item.kind === "file" ? (
            <>
              <FormTextField
                name={name("max_files")}
                label={composer.maxFiles}
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_FILES}
                defaultValue={item.maxFiles}
                className="max-w-28"
              />
              <ChoiceGroup
                id={`${prefix}accept`}
                legend={composer.accept}
                hint={composer.acceptHint}
              >
                {ACCEPT_GROUPS.map((group) => (
                  <Checkbox
                    key={group}
                    name={name("accept")}
                    value={group}
                    label={acceptGroup[group]}
                    defaultChecked={item.accept.includes(group)}
                  />
                ))}
              </ChoiceGroup>
            </>
          ) : null}
        </div>
      </Disclosure>
    </div>
  );
}
