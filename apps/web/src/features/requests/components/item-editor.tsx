"use client";

import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { ItemFields } from "@/features/requests/components/item-fields";
import { composer, itemKind } from "@/features/requests/strings";
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
      <ItemFields item={item} prefix={`items.${index}.`} />
    </fieldset>
  );
}
