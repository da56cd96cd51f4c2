import type { ReactNode } from "react";

export function WrittenAnswer({
  help,
  facts,
  children,
}: {
  help: string;
  /** The due date and the status, if the page does not show them above the answer. */
  facts?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div data-written className="min-h-0 grow overflow-y-auto bg-surface px-4 pt-4 md:bg-desk">
      <div className="flex flex-col gap-4 md:min-h-full">
        {/* From 768 pixels, the panel next to the answer shows the facts and the help text. */}
        {facts || help ? (
          <header className="flex flex-col gap-2 md:hidden">
            {facts}
            {help ? (
              <p dir="auto" className="break-words whitespace-pre-wrap text-ink-muted">
                {help}
              </p>
            ) : null}
          </header>
        ) : null}
        {children}
      </div>
    </div>
  );
}
