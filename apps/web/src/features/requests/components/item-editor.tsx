"use client";

import { CircleAlert, GripVertical } from "lucide-react";
import { type DragEvent, type MouseEvent, useContext, useRef } from "react";
import type { ItemDefinition } from "@/features/items/types";
import { AddItem } from "@/features/requests/components/add-item";
import { ItemFields } from "@/features/requests/components/item-fields";
import {
  cardClasses,
  cornerClasses,
  ItemRow,
  ItemRowMenu,
} from "@/features/requests/components/item-row";
import { SectionHead } from "@/features/requests/components/section-head";
import { type CardHead, type CardPlace, INNER } from "@/features/requests/draft/cards";
import { composer, itemAmount } from "@/features/requests/strings";
import { FormContext } from "@/lib/forms/form-context";
import { classNames } from "@/lib/style/class-names";
import { MENU_LINE, MENU_ROW } from "@/lib/style/menu";

function useProblems(index: number): number {
  const { failure, resolved } = useContext(FormContext);
  return Object.keys(failure?.fieldErrors ?? {}).filter(
    (name) => name.startsWith(`items.${index}.`) && !resolved?.has(name),
  ).length;
}

function ItemMenu({
  index,
  count,
  onMove,
  onRemove,
}: {
  index: number;
  count: number;
  onMove: (direction: "up" | "down") => void;
  onRemove: () => void;
}) {
  const number = index + 1;
  const onClick = (run: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    run();
  };
  const moves = [
    { to: "up", text: composer.moveUp, label: composer.up(number), isOff: index === 0 },
    {
      to: "down",
      text: composer.moveDown,
      label: composer.down(number),
      isOff: index === count - 1,
    },
  ] as const;
  return (
    <ItemRowMenu label={composer.actions(number)}>
      {moves.map(({ to, text, label, isOff }) => (
        <button
          key={to}
          type="submit"
          name="intent"
          value={`${to}:${index}`}
          data-move={to}
          disabled={isOff}
          onClick={onClick(() => onMove(to))}
          aria-label={label}
          className={classNames(MENU_ROW, "disabled:opacity-50")}
        >
          {text}
        </button>
      ))}
      <div aria-hidden className={MENU_LINE} />
      <button
        type="submit"
        name="intent"
        value={`remove:${index}`}
        onClick={onClick(onRemove)}
        aria-label={composer.remove(number)}
        className={classNames(MENU_ROW, "text-danger")}
      >
        {composer.removeShort}
      </button>
    </ItemRowMenu>
  );
}

export function ItemEditor({
  item,
  typed,
  index,
  count,
  place = INNER,
  isOpen,
  dropMark,
  isDragged,
  onOpen,
  onMove,
  onRemove,
  onAdd,
  onMoveSection,
  onRemoveSection,
  onDragStart,
  ...dropping
}: {
  item: ItemDefinition;
  typed: ItemDefinition;
  index: number;
  count: number;
  place: CardPlace | undefined;
  isOpen: boolean;
  dropMark?: "before" | "after" | undefined;
  isDragged: boolean;
  onOpen: (isOpen: boolean) => void;
  onMove: (direction: "up" | "down") => void;
  onRemove: () => void;
  /** Adds an item after this item. Set only for the last item of a section. */
  onAdd?: (() => void) | undefined;
  onMoveSection: (head: CardHead, direction: "up" | "down") => void;
  onRemoveSection: (head: CardHead) => void;
  onDragStart: () => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onDragEnd: () => void;
}) {
  const card = useRef<HTMLFieldSetElement>(null);
  const name = (field: string) => `items.${index}.${field}`;
  const number = index + 1;
  const problems = useProblems(index);
  // The row with “Add item” is below the last item.
  const corners = cornerClasses(onAdd ? { ...place, isLast: false } : place);
  return (
    <fieldset
      ref={card}
      id={`item-${number}`}
      tabIndex={-1}
      className={classNames(
        cardClasses(index, place),
        "scroll-mt-16 before:absolute before:inset-x-0 before:z-[1] before:h-1 before:rounded-full",
        dropMark === "before" && "before:-top-0.5 before:bg-accent",
        dropMark === "after" && "before:-bottom-0.5 before:bg-accent",
        isDragged && "opacity-60",
      )}
      {...dropping}
    >
      <legend className="sr-only">{composer.item(number)}</legend>
      <input type="hidden" name={name("id")} value={item.id ?? ""} />
      {place.head ? (
        <SectionHead head={place.head} onMove={onMoveSection} onRemove={onRemoveSection} />
      ) : null}
      <div className={classNames("group/row relative border-t border-line", corners)}>
        <span
          // Only users with a mouse can drag items. All other users move items with the menu.
          aria-hidden
          draggable
          title={composer.drag(number)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", "");
            if (card.current) event.dataTransfer.setDragImage(card.current, 24, 24);
            onDragStart();
          }}
          className="absolute top-2 left-1.5 z-[1] hidden h-6.5 w-6 cursor-grab place-items-center rounded-sm text-line-strong hover:bg-hover pointer-fine:grid pointer-fine:min-[30rem]:group-has-[[name=item][open]]/row:top-4 [@media(scripting:none)]:hidden"
        >
          <GripVertical aria-hidden className="size-4" />
        </span>
        <ItemRow
          kind={typed.kind}
          title={typed.title.trim()}
          open={isOpen}
          onToggle={(event) => onOpen(event.currentTarget.open)}
          hasHandle
          hasKindField
          note={itemAmount(typed)}
          corners={corners}
          trailing={
            problems > 0 ? (
              <span className="flex items-center gap-1 text-xs font-medium text-danger">
                <CircleAlert aria-hidden className="size-4" />
                {composer.problems(problems)}
              </span>
            ) : null
          }
        >
          <ItemFields item={item} prefix={`items.${index}.`} />
        </ItemRow>
        <ItemMenu index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      {onAdd ? (
        <div className="border-t border-line px-1.5 py-1.5">
          <AddItem value={`add:file:${index}`} onAdd={onAdd}>
            {composer.addItem}
            <span className="sr-only">{composer.addTo(typed.section.trim())}</span>
          </AddItem>
        </div>
      ) : null}
    </fieldset>
  );
}
