"use client";

import { type DragEvent, useLayoutEffect, useRef, useState } from "react";
import type { ItemDefinition } from "@/features/items/types";
import { ItemEditor } from "@/features/requests/components/item-editor";
import { sectionTarget } from "@/features/requests/components/section-head";
import { type CardHead, cardPlaces } from "@/features/requests/draft/cards";
import type { ExpandedItem } from "@/features/requests/draft/expanded-item";
import type { DraftIntent } from "@/features/requests/draft/intent";
import { useRemovedItems } from "@/features/requests/draft/use-removed-items";
import { isFull } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";

export function ItemList({
  items,
  typed,
  open,
  onChange,
  onPutBack,
}: {
  items: readonly KeyedItem[];
  typed: readonly ItemDefinition[];
  open: ExpandedItem;
  onChange: (intent: DraftIntent) => void;
  onPutBack: (entries: readonly KeyedItem[], index: number) => void;
}) {
  const places = cardPlaces(items.map(({ item }, index) => typed[index] ?? item));
  const held = useRef<number>(undefined);
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [announced, setAnnounced] = useState("");
  const moved = useRef<{ key: string; direction: "up" | "down"; what: string }>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const remove = useRemovedItems({
    list,
    items,
    onRemove: (index, count) => {
      onChange({ do: "remove", index, count });
      setAnnounced("");
    },
    onPutBack: (entries, index) => {
      onPutBack(entries, index);
      setAnnounced(composer.putBack(Math.min(index, items.length) + 1));
    },
  });

  // The pressed button loses the focus when React moves its item in the DOM, so focus it again.
  useLayoutEffect(() => {
    const { key, direction, what } = moved.current ?? {};
    moved.current = undefined;
    const entry = list.current?.children[items.findIndex((each) => each.key === key)];
    const buttons = [...(entry?.querySelectorAll<HTMLButtonElement>(`[${what}]`) ?? [])];
    const usable = buttons.filter(({ disabled }) => !disabled);
    const pressed = usable.find((button) => what && button.getAttribute(what) === direction);
    // A section that has merged with its neighbor has no menu of its own, so focus the row of its
    // first item.
    (pressed ?? usable[0] ?? entry?.querySelector("summary"))?.focus();
  }, [items]);

  const step = (index: number, direction: "up" | "down") => {
    const key = items[index]?.key;
    if (key) moved.current = { key, direction, what: "data-move" };
    onChange({ do: direction, index });
    setAnnounced(composer.moved(direction === "up" ? index : index + 2, items.length));
  };
  const stepSection = (head: CardHead, direction: "up" | "down") => {
    const key = items[head.start]?.key;
    if (key) moved.current = { key, direction, what: "data-move-section" };
    const { start: index, count } = head;
    onChange({ do: "move", index, count, to: sectionTarget(head, direction) });
    const cards = places.filter((place) => place.head).length;
    const to = direction === "up" ? head.index : head.index + 2;
    setAnnounced(composer.sectionMoved(head.section, to, cards));
  };
  const start = (index: number) => {
    held.current = index;
    // The browser cancels a drag whose element changes before the drag has started.
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
      <div ref={list} className="empty:hidden">
        {items.map((entry, index) => (
          <ItemEditor
            key={entry.key}
            item={entry.item}
            typed={typed[index] ?? entry.item}
            index={index}
            count={items.length}
            place={places[index]}
            isOpen={open.index === index}
            onOpen={(isOpen) => {
              if (isOpen) open.set(entry);
              else if (open.index === index) open.set(undefined);
            }}
            dropMark={markOf(index)}
            isDragged={dragged === index}
            onMove={(direction) => step(index, direction)}
            onRemove={() => remove(index)}
            onMoveSection={stepSection}
            onRemoveSection={(head) => remove(head.start, head)}
            onAdd={
              places[index]?.isLast && !isFull(items)
                ? () => onChange({ do: "add", kind: "file", after: index })
                : undefined
            }
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
