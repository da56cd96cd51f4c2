"use client";

import { FilePlus2 } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { ItemKind } from "@/features/items/types";
import { ITEM_KINDS, isFull } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";

const FULL_ID = "items-full";

/**
 * When the list is full, the buttons are disabled and give the reason. Without scripts, they post
 * the form.
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
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
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
            className={buttonClasses("secondary", "sm", "min-h-11")}
          >
            <FilePlus2 aria-hidden className="size-4" />
            {composer.add[kind]}
          </button>
        ))}
      </div>
      {hasRoom ? null : (
        <p id={FULL_ID} className="text-sm text-ink-muted">
          {composer.full}
        </p>
      )}
    </div>
  );
}
