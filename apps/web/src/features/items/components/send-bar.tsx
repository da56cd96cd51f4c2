import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

/**
 * On a contact's page, the bar stays at the bottom of the screen: always on phones, and on wider
 * screens until the user scrolls to its place in the page.
 */
export function SendBar({ isFixed, children }: { isFixed: boolean; children: ReactNode }) {
  return (
    <div
      data-bottom-bar={isFixed || undefined}
      className={classNames(
        "flex flex-col gap-x-4 gap-y-2",
        isFixed &&
          "bottom-0 z-20 border-t border-line bg-surface pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:fixed max-sm:inset-x-0 max-sm:px-4 sm:sticky sm:flex-row-reverse sm:flex-wrap sm:items-center sm:justify-end",
      )}
    >
      {children}
    </div>
  );
}
