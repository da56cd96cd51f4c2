"use client";

import type { ItemKind } from "@/features/items/types";
import { KindMenu } from "@/features/requests/components/kind-menu";
import { composer } from "@/features/requests/strings";

/** A menu below the last item of a section, which adds an item to this section. */
export function AddToSection({
  section,
  after,
  onAdd,
}: {
  /** Empty for items without a section. */
  section: string;
  /** Position of the section's last item. */
  after: number;
  onAdd: (kind: ItemKind) => void;
}) {
  return (
    <div className="border-t border-line px-1.5 py-1.5">
      <KindMenu
        label={
          <>
            {composer.addHere}
            <span className="sr-only">{composer.addTo(section)}</span>
          </>
        }
        intentOf={(kind) => `add:${kind}:${after}`}
        onChoose={onAdd}
      />
    </div>
  );
}
