import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

/**
 * The buttons of an editor, by default in its top bar. On phones, they replace the main links at
 * the bottom of the screen.
 */
export function EditorActions({
  isInForm = false,
  children,
}: {
  /** True if the buttons are below the fields instead of in the top bar. */
  isInForm?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      data-action-bar
      className={classNames(
        "flex flex-wrap items-center justify-end gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2.5",
        isInForm && "md:justify-start",
      )}
    >
      {children}
    </div>
  );
}
