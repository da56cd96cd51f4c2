"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { DetailsMenu } from "@/components/ui/details-menu";
import { MENU, MENU_ROW } from "@/components/ui/menu";
import type { ItemKind } from "@/features/items/types";
import { ITEM_KINDS } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import { classNames } from "@/lib/class-names";

/** A menu with a button for each kind of item. Without scripts, its buttons post the form. */
export function KindMenu({
  label,
  intentOf,
  onChoose,
}: {
  label: ReactNode;
  /** Returns the value of the button, which `readIntent` reads. */
  intentOf: (kind: ItemKind) => string;
  onChoose: (kind: ItemKind) => void;
}) {
  return (
    <DetailsMenu name="item-menu" className="relative w-fit open:z-10">
      <summary
        className={buttonClasses("quiet", "sm", "list-none [&::-webkit-details-marker]:hidden")}
      >
        <Plus aria-hidden className="size-4" />
        {label}
      </summary>
      <div className={classNames(MENU, "left-0 w-44")}>
        {ITEM_KINDS.map((kind) => (
          <button
            key={kind}
            type="submit"
            name="intent"
            value={intentOf(kind)}
            onClick={(event) => {
              event.preventDefault();
              onChoose(kind);
            }}
            className={MENU_ROW}
          >
            {composer.add[kind]}
          </button>
        ))}
      </div>
    </DetailsMenu>
  );
}
