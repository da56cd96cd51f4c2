"use client";

import { type ReactNode, useState } from "react";
import { FormCheckbox, FormTextArea } from "@/components/forms/form-fields";
import { FormTextField } from "@/components/forms/form-text-field";
import type { ItemDefinition, ItemKind } from "@/features/items/types";
import { FileTypes } from "@/features/requests/components/file-types";
import { KindField } from "@/features/requests/components/kind-field";
import { ITEM_KINDS, MAX_FILES } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";

const SECTIONS_ID = "sections";

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

/** CSS shows the fields of the checked kind, even without scripts. */
const SHOWN_IF_CHECKED = {
  file: "hidden group-has-[[type=radio][value=file]:checked]/kinds:contents",
  choice: "hidden group-has-[[type=radio][value=choice]:checked]/kinds:contents",
};

type Choosing = {
  chosen: ItemKind;
  hasAllKinds: boolean;
  /**
   * True once the scripts run. Until then, this component does not know which kind the user has
   * chosen.
   */
  isLive: boolean;
};

/**
 * Disables the fields while another kind is selected, so that they keep their values but are not
 * submitted. Without scripts, they are submitted, and the server ignores them.
 */
function OfKind({
  kind,
  chosen,
  hasAllKinds,
  isLive,
  children,
}: Choosing & { kind: keyof typeof SHOWN_IF_CHECKED; children: ReactNode }) {
  const isChosen = chosen === kind;
  const shown = isChosen ? "contents" : "hidden";
  return (
    <fieldset
      disabled={isLive && !isChosen}
      className={hasAllKinds ? SHOWN_IF_CHECKED[kind] : shown}
    >
      {children}
    </fieldset>
  );
}

export function ItemFields({
  item,
  prefix = "",
  hasFixedKind = false,
  hasAllKinds = false,
}: {
  item: ItemDefinition;
  prefix?: string;
  /** True if the kind cannot be changed, because contacts may have answered already. */
  hasFixedKind?: boolean;
  /**
   * True if the form contains the fields of all kinds from the start. The user can then change the
   * kind without scripts, and a draft of any kind can be restored. Use it for only one item of a
   * page, because every item would contain many more elements.
   */
  hasAllKinds?: boolean;
}) {
  const name = (field: string) => `${prefix}${field}`;
  const [kind, setKind] = useState(item.kind);
  const [isLive, setLive] = useState(false);
  const [seen, setSeen] = useState<readonly ItemKind[]>(hasAllKinds ? ITEM_KINDS : [item.kind]);
  // `KindField` also calls this function when the scripts start.
  const choose = (next: ItemKind) => {
    setKind(next);
    setLive(true);
    setSeen((before) => (before.includes(next) ? before : [...before, next]));
  };
  const choosing = { chosen: kind, hasAllKinds, isLive };
  return (
    <div className="group/kinds flex flex-col gap-3.5">
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
        <OfKind kind="choice" {...choosing}>
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
          <OfKind kind="file" {...choosing}>
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
        <div className="flex flex-wrap gap-x-5 sm:col-span-2">
          <FormCheckbox
            name={name("required")}
            label={composer.required}
            defaultChecked={item.required}
          />
          {seen.includes("choice") ? (
            <OfKind kind="choice" {...choosing}>
              <FormCheckbox
                name={name("multiple")}
                label={composer.multiple}
                defaultChecked={item.options.multiple}
              />
            </OfKind>
          ) : null}
        </div>
        <FormTextField
          name={name("section")}
          label={composer.section}
          defaultValue={item.section}
          maxLength={60}
          list={SECTIONS_ID}
          optional
        />
      </div>
    </div>
  );
}
