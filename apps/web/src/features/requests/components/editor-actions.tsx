import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

export function EditorActions({
  isInForm = false,
  children,
}: {
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
