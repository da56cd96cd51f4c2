import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

/**
 * A line with the state of the answer, and one button. On a contact's phone, the bar stays at the
 * bottom of the screen.
 */
export function SendBar({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  return (
    <div
      data-bottom-bar={isFixed || undefined}
      className={classNames(
        "flex flex-col gap-2",
        isFixed &&
          "bg-surface max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]",
      )}
    >
      {children}
    </div>
  );
}
