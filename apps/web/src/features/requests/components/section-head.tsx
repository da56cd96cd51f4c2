"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { CARD_HEAD, CardName, ItemRowMenu } from "@/features/requests/components/item-row";
import type { CardHead } from "@/features/requests/draft/cards";
import { composer } from "@/features/requests/strings";
import { typeInto } from "@/lib/drafts/form-values";
import { FormContext, fieldId } from "@/lib/forms/form-context";
import { classNames } from "@/lib/style/class-names";
import { MENU_ROW } from "@/lib/style/menu";

export function SectionHead({
  head,
  onMove,
  onRemove,
}: {
  head: CardHead;
  onMove: (head: CardHead, direction: "up" | "down") => void;
  onRemove: (head: CardHead) => void;
}) {
  const { formId } = useContext(FormContext);
  const line = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  useLayoutEffect(() => {
    if (!isRenaming) return;
    input.current?.focus();
    input.current?.select();
  }, [isRenaming]);
  const { section, start, count, previous, next } = head;

  const rename = (typed: string) => {
    setRenaming(false);
    const to = typed.trim();
    if (to === "") return;
    for (let index = start; index < start + count; index += 1) {
      const field = document.getElementById(fieldId(formId, `items.${index}.section`));
      if (field instanceof HTMLInputElement && field.value !== to) typeInto(field, to);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Ignore the key that ends the composition of characters, for example of Japanese characters.
    if (event.nativeEvent.isComposing) return;
    // Prevent Enter from sending the form.
    event.preventDefault();
    if (event.key === "Escape") event.currentTarget.value = section;
    line.current?.querySelector("summary")?.focus();
  };
  const onClick = (run: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    run();
  };
  const moves = [
    { to: "up", text: composer.moveUp, label: composer.sectionUp(section), before: previous },
    { to: "down", text: composer.moveDown, label: composer.sectionDown(section), before: next },
  ] as const;
  return (
    <div ref={line} className={CARD_HEAD}>
      {isRenaming ? (
        <input
          type="text"
          aria-label={composer.sectionName}
          defaultValue={section}
          maxLength={60}
          ref={input}
          onKeyDown={onKeyDown}
          onBlur={(event) => rename(event.currentTarget.value)}
          // The name is not a field of the form, so the form must not react to this event.
          onChange={(event) => event.stopPropagation()}
          className="control -ml-2 min-h-7! max-w-70 px-2! py-0! text-xs! font-heading pointer-coarse:min-h-11!"
        />
      ) : (
        <CardName head={{ section, count }} />
      )}
      <ItemRowMenu label={composer.sectionActions(section)} isInHead>
        <button
          type="button"
          onClick={() => setRenaming(true)}
          data-closes-menu
          className={classNames(MENU_ROW, "[@media(scripting:none)]:hidden")}
        >
          {composer.rename}
        </button>
        {moves.map(({ to, text, label, before }) => (
          <button
            key={to}
            type="submit"
            name="intent"
            value={before ? `move:${start}:${count}:${sectionTarget(head, to)}` : ""}
            data-move-section={to}
            disabled={!before}
            onClick={onClick(() => onMove(head, to))}
            aria-label={label}
            className={classNames(MENU_ROW, "disabled:opacity-50")}
          >
            {text}
          </button>
        ))}
        <button
          type="submit"
          name="intent"
          value={`remove:${start}:${count}`}
          onClick={onClick(() => onRemove(head))}
          aria-label={composer.removeSection(section)}
          className={classNames(MENU_ROW, "text-danger")}
        >
          {composer.removeShort}
        </button>
      </ItemRowMenu>
    </div>
  );
}

export function sectionTarget(
  { start, previous, next }: CardHead,
  direction: "up" | "down",
): number {
  return direction === "up" ? (previous?.start ?? start) : start + (next?.count ?? 0);
}
