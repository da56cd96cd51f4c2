"use client";

import { FilePlus2 } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { ItemKind } from "@/features/items/types";
import { ITEM_KINDS } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";

/** One button per kind of item. They post the form where no script listens. */
export function AddItemButtons({ onAdd }: { onAdd: (kind: ItemKind) => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      {ITEM_KINDS.map((kind) => (
        <button
          key={kind}
          type="submit"
          name="intent"
          value={`add:${kind}`}
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
  );
}
