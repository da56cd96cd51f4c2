"use client";

import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { FormCheckbox, FormTextArea, FormTextField } from "@/components/forms/form-fields";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { Disclosure } from "@/components/ui/disclosure";
import { ACCEPT_GROUPS, MAX_FILES } from "@/features/requests/schema";
import { acceptGroup, composer, itemKind } from "@/features/requests/strings";
import type { ItemDefinition } from "@/features/requests/types";

const ICON_BUTTON =
  "grid size-11 place-items-center rounded-md text-ink-muted hover:bg-sunken hover:text-ink disabled:opacity-40";

/** One item of the composer. Its buttons post the form where no script listens. */
export function ItemEditor({
  item,
  index,
  count,
  onMove,
  onRemove,
}: {
  item: ItemDefinition;
  index: number;
  count: number;
  onMove: (direction: "up" | "down") => void;
  onRemove: () => void;
}) {
  const name = (field: string) => `items.${index}.${field}`;
  const number = index + 1;
  const onClick = (run: () => void) => (event: React.MouseEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <fieldset
      id={`item-${number}`}
      className="scroll-mt-6 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <legend className="sr-only">{composer.item(number)}</legend>
      <input type="hidden" name={name("id")} value={item.id ?? ""} />
      <input type="hidden" name={name("kind")} value={item.kind} />
      <div className="mb-3 flex items-center gap-2">
        <p className="grow text-sm font-medium text-ink-muted">
          {composer.item(number)} · {itemKind[item.kind]}
        </p>
        <button
          type="submit"
          name="intent"
          value={`up:${index}`}
          disabled={index === 0}
          onClick={onClick(() => onMove("up"))}
          aria-label={composer.up(number)}
          className={ICON_BUTTON}
        >
          <ArrowUp aria-hidden className="size-4" />
        </button>
        <button
          type="submit"
          name="intent"
          value={`down:${index}`}
          disabled={index === count - 1}
          onClick={onClick(() => onMove("down"))}
          aria-label={composer.down(number)}
          className={ICON_BUTTON}
        >
          <ArrowDown aria-hidden className="size-4" />
        </button>
        <button
          type="submit"
          name="intent"
          value={`remove:${index}`}
          onClick={onClick(onRemove)}
          aria-label={composer.remove(number)}
          className={ICON_BUTTON}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </div>
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
                  id={`accept-${index}`}
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
    </fieldset>
  );
}
