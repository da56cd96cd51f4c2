import type { ReactNode } from "react";
import { OfflineStrip } from "@/components/live/offline-strip";
import { SkipLink } from "@/components/ui/skip-link";

/**
 * The frame of staff pages: a sidebar and a sheet. From 1,200 px the sidebar shows names, from 768 px
 * icons only. Below that, it is a bar at the top of the screen, and its main links are at the bottom.
 */
export function SheetFrame({
  sidebar,
  note,
  children,
}: {
  sidebar: ReactNode;
  /** Shown below the first screen, so that it does not move while the page loads. */
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      data-shell
      data-density="staff"
      className="group/shell min-h-dvh text-sm md:grid md:grid-cols-[3.5rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)] side:grid-cols-[14.5rem_minmax(0,1fr)] print:block"
    >
      <SkipLink />
      <div className="contents md:row-span-2 md:block">{sidebar}</div>
      <OfflineStrip />
      <main
        id="main"
        tabIndex={-1}
        className="sheet flex min-w-0 flex-col border-line bg-surface px-(--gutter) pt-5 pb-24 md:my-2 md:mr-2 md:min-h-[calc(100dvh-1rem)] md:rounded-lg md:border md:pb-10 md:shadow-sheet print:m-0 print:border-0 print:p-0 print:shadow-none"
      >
        <div className="w-full max-w-[110rem] group-has-data-zone-notice/shell:min-h-dvh">
          {children}
        </div>
        {note}
      </main>
    </div>
  );
}
