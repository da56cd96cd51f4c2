import type { ReactNode } from "react";

export function WrittenAnswer({
  item,
  children,
}: {
  item: { title: string; help: string };
  children: ReactNode;
}) {
  return (
    <div data-written className="min-h-0 grow overflow-y-auto bg-surface px-4 pt-4 md:bg-desk">
      <div className="flex flex-col gap-4 md:min-h-full">
        {/* From 768 pixels, the panel next to the answer shows the title and the help text. The
            title is not a heading, because the bar at the top of the page already contains the
            heading. */}
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
