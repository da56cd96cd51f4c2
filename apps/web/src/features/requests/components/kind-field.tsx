"use client";

import { type FormEvent, useContext, useId, useLayoutEffect, useRef, useState } from "react";
import { KindIcon } from "@/features/items/components/kind-icon";
import type { ItemKind } from "@/features/items/types";
import { ITEM_KINDS } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import { FormContext, fieldId } from "@/lib/forms/form-context";

/**
 * In an open row, users with a mouse see this field in place of the row's summary, so that the
 * field takes no extra line.
 */
export function KindField({
  name,
  kind,
  onChoose,
}: {
  name: string;
  kind: ItemKind;
  onChoose: (kind: ItemKind) => void;
}) {
  const { formId } = useContext(FormContext);
  const own = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(kind);
  const [isLive, setLive] = useState(false);
  const choose = (next: string | undefined) => {
    const value = ITEM_KINDS.find((each) => each === next);
    if (!value) return;
    // Set the hidden field now, because the form may be read before React renders.
    if (hidden.current) hidden.current.value = value;
    setChosen(value);
    onChoose(value);
  };
  useLayoutEffect(() => {
    // The user may have chosen a kind before hydration.
    choose(group.current?.querySelector<HTMLInputElement>(":checked")?.value);
    setLive(true);
  }, []);
  const onPick = ({ target }: FormEvent<HTMLFieldSetElement>) => {
    if (target instanceof HTMLInputElement) choose(target.value);
  };
  // When an item moves, the names of its fields change. If two groups of radio buttons had the same
  // name for a moment, the browser would clear one. Therefore, submit the kind in a hidden field.
  const isApart = isLive && name !== "kind";
  return (
    <fieldset
      ref={group}
      id={fieldId(formId, name)}
      tabIndex={-1}
      onChange={onPick}
      // Listen to `input` too, because restoring a draft does not dispatch `change`.
      onInput={onPick}
      className="pointer-fine:min-[30rem]:in-data-item-row:absolute pointer-fine:min-[30rem]:in-data-item-row:top-3 pointer-fine:min-[30rem]:in-data-item-row:left-9"
    >
      <legend className="sr-only">{composer.kind}</legend>
      {isApart ? <input ref={hidden} type="hidden" name={name} value={chosen} /> : null}
      <div className="inline-flex gap-0.5 rounded-md border border-line-control bg-surface p-0.5 max-[30rem]:grid max-[30rem]:grid-cols-4">
        {ITEM_KINDS.map((each) => (
          <label
            key={each}
            className="relative flex h-7 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-2.5 text-xs font-medium text-ink-muted hover:bg-hover hover:text-ink has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border forced-colors:has-checked:border-[CanvasText] pointer-coarse:h-11 max-[30rem]:px-1"
          >
            <input
              type="radio"
              name={isApart ? own : name}
              form={isApart ? `${own}-none` : undefined}
              value={each}
              defaultChecked={each === kind}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <KindIcon kind={each} className="size-4 shrink-0 max-[30rem]:hidden" />
            {composer.kinds[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
