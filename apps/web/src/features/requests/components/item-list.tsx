"use client";

import { type DragEvent, useLayoutEffect, useRef, useState } from "react";
import { ItemEditor } from "@/features/requests/components/item-editor";
import { useRemovedItems } from "@/features/requests/draft/removed-items";
import type { DraftIntent } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";

/**
 * The user moves items with buttons, or by dragging their handle with the mouse. The pressed button
 * keeps the focus, and a live region announces the new position. The user can restore a removed
 * item for ten seconds.
 */
export function ItemList({
  items,
  onChange,
  onPutBack,
}: {
  items: readonly KeyedItem[];
  onChange: (intent: DraftIntent) => void;
  onPutBack: (entry: KeyedItem, index: number) => void;
}) {
  const held = useRef<number>(undefined);
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [announced, setAnnounced] = useState("");
  const moved = useRef<{ key: string; direction: "up" | "down" }>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const remove = useRemovedItems({
    list,
    items,
    onRemove: (index) => {
      onChange({ do: "remove", index });
      setAnnounced("");
    },
    onPutBack: (entry, index) => {
      onPutBack(entry, index);
      setAnnounced(composer.putBack(Math.min(index, items.length) + 1));
    },
  });

  // Moving an element in the DOM removes its focus. A layout effect restores it, as in
  // `useRemovedItems`.
  useLayoutEffect(() => {
    const { key, direction } = moved.current ?? {};
    moved.current = undefined;
    const entry = list.current?.children[items.findIndex((each) => each.key === key)];
    const buttons = [...(entry?.querySelectorAll<HTMLButtonElement>("[data-move]") ?? [])];
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find(({ dataset }) => dataset.move === direction) ?? usable[0])?.focus();
  }, [items]);

  const step = (index: number, direction: "up" | "down") => {
    const key = items[index]?.key;
    if (key) moved.current = { key, direction };
    onChange({ do: direction, index });
    setAnnounced(composer.moved(direction === "up" ? index : index + 2, items.length));
  };
  const start = (index: number) => {
    held.current = index;
    // Wait until the drag has started, because a DOM change before that makes the browser cancel
    // it.
    requestAnimationFrame(() => setDragged(held.current ?? null));
  };
  const over = (event: DragEvent, index: number) => {
    if (held.current === undefined) return;
    event.preventDefault();
    setTarget(index);
  };
  const end = () => {
    held.current = undefined;
    setDragged(null);
    setTarget(null);
  };
  const drop = (event: DragEvent, index: number) => {
    const from = held.current;
    if (from === undefined) return;
    event.preventDefault();
    if (from !== index) {
      onChange({ do: "move", index: from, to: index });
      setAnnounced(composer.moved(index + 1, items.length));
    }
    end();
  };
  const markOf = (index: number) => {
    if (dragged === null || target !== index || dragged === index) return undefined;
    return dragged < index ? ("after" as const) : ("before" as const);
  };

  return (
    <>
      <div ref={list} className="flex flex-col gap-4 empty:hidden">
        {items.map(({ key, item }, index) => (
          <ItemEditor
            key={key}
            item={item}
            index={index}
            count={items.length}
            dropMark={markOf(index)}
            isDragged={dragged === index}
            onMove={(direction) => step(index, direction)}
            onRemove={() => remove(index)}
            onDragStart={() => start(index)}
            onDragOver={(event) => over(event, index)}
            onDrop={(event) => drop(event, index)}
            onDragEnd={end}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
