"use client";

import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import { type DragEvent, useRef } from "react";
import { itemKind } from "@/features/items/strings";
import type { ItemDefinition } from "@/features/items/types";
import { ItemFields } from "@/features/requests/components/item-fields";
import { composer } from "@/features/requests/strings";
import { classNames } from "@/lib/class-names";

const ICON_BUTTON =
  "grid size-11 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink disabled:opacity-40";

/** Without scripts, its buttons post the form. */
export function ItemEditor({
  item,
  index,
  count,
  dropMark,
  isDragged,
  onMove,
  onRemove,
  onDragStart,
  ...dropping
}: {
  item: ItemDefinition;
  index: number;
  count: number;
  dropMark?: "before" | "after" | undefined;
  isDragged: boolean;
  onMove: (direction: "up" | "down") => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onDragEnd: () => void;
}) {
  const card = useRef<HTMLFieldSetElement>(null);
  const name = (field: string) => `items.${index}.${field}`;
  const number = index + 1;
  const onClick = (run: () => void) => (event: React.MouseEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <fieldset
      ref={card}
      id={`item-${number}`}
      tabIndex={-1}
      className={classNames(
        "relative scroll-mt-6 rounded-lg border border-line bg-surface p-4 sm:p-5",
        "before:absolute before:inset-x-0 before:h-1 before:rounded-full",
        dropMark === "before" && "before:-top-2.5 before:bg-accent",
        dropMark === "after" && "before:-bottom-2.5 before:bg-accent",
        isDragged && "opacity-60",
      )}
      {...dropping}
    >
      <legend className="sr-only">{composer.item(number)}</legend>
      <input type="hidden" name={name("id")} value={item.id ?? ""} />
      <input type="hidden" name={name("kind")} value={item.kind} />
      <div className="mb-3 flex items-center gap-2">
        <span
          // A drag handle for the mouse. The buttons next to it do the same for users of the
          // keyboard or a screen reader.
          aria-hidden
          draggable
          title={composer.drag(number)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", "");
            if (card.current) event.dataTransfer.setDragImage(card.current, 24, 24);
            onDragStart();
          }}
          className="hidden size-8 shrink-0 cursor-grab place-items-center rounded-md text-ink-subtle hover:bg-hover pointer-fine:grid [@media(scripting:none)]:hidden"
        >
          <GripVertical aria-hidden className="size-4" />
        </span>
        <p className="grow text-sm font-medium text-ink-muted">
          {composer.item(number)} · {itemKind[item.kind]}
        </p>
        <button
          type="submit"
          name="intent"
          value={`up:${index}`}
          data-move="up"
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
          data-move="down"
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
      <ItemFields item={item} prefix={`items.${index}.`} />
    </fieldset>
  );
}
