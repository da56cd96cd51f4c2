import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

/** Shows an answer without files below the item that it answers. */
export function WrittenAnswer({
  item,
  isTwofold = false,
  children,
}: {
  item: { title: string; help: string };
  /** True if two versions are next to each other. */
  isTwofold?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-written className="min-h-0 grow overflow-y-auto bg-surface p-4 md:bg-desk">
      <div className={classNames("grid gap-4", isTwofold && "max-w-320")}>
        {/* From 768 px, the panel next to the answer shows the title and the help text. The bar
            contains the heading. */}
        <header className="md:hidden">
          <p className="text-lg font-heading break-words">{item.title}</p>
          {item.help ? (
            <p dir="auto" className="mt-1 break-words whitespace-pre-wrap text-ink-muted">
              {item.help}
            </p>
          ) : null}
        </header>
        {children}
      </div>
    </div>
  );
}
