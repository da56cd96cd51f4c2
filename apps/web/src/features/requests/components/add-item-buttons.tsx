"use client";

import { Plus } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { ItemKind } from "@/features/items/types";
import { ITEM_KINDS, isFull } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import { classNames } from "@/lib/class-names";

const FULL_ID = "items-full";

/**
 * The buttons that add an item, below the last item. If the list is full, they are disabled and
 * show the reason. Without scripts, they post the form.
 */
export function AddItemButtons({
  items,
  onAdd,
}: {
  items: readonly unknown[];
  onAdd: (kind: ItemKind) => void;
}) {
  const hasRoom = !isFull(items);
  return (
    <div
      className={classNames(
        "border border-line px-1.5 py-1.5",
        items.length === 0 ? "rounded-lg" : "rounded-b-lg",
      )}
    >
      <div className="flex flex-wrap gap-x-1">
        {ITEM_KINDS.map((kind) => (
          <button
            key={kind}
            type="submit"
            name="intent"
            value={`add:${kind}`}
            disabled={!hasRoom}
            aria-describedby={hasRoom ? undefined : FULL_ID}
            onClick={(event) => {
              event.preventDefault();
              onAdd(kind);
            }}
            className={buttonClasses("quiet", "sm")}
          >
            <Plus aria-hidden className="size-4" />
            {composer.add[kind]}
          </button>
        ))}
      </div>
      {hasRoom ? null : (
        <p id={FULL_ID} className="px-2.5 pt-1 text-sm text-ink-muted">
          {composer.full}
        </p>
      )}
    </div>
  );
}
