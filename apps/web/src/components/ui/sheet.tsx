import type { ReactNode } from "react";
import { OfflineStrip } from "@/components/live/offline-strip";
import { ProblemStrip } from "@/components/live/problem-strip";
import { PageIcon } from "@/components/ui/page-icon";
import { SkipLink } from "@/components/ui/skip-link";

/** Without `data-sidebar`, the sidebar is placed before the sheet in one column, at every width. */
export function SheetFrame({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div
      data-shell
      data-density="staff"
      className="group/shell flex min-h-dvh flex-col text-sm md:has-data-sidebar:grid md:has-data-sidebar:grid-cols-[3.5rem_minmax(0,1fr)] md:has-data-sidebar:grid-rows-[auto_minmax(0,1fr)] side:has-data-sidebar:grid-cols-[14.5rem_minmax(0,1fr)] print:block"
    >
      <PageIcon />
      <SkipLink />
      <div className="contents md:row-span-2 md:block">{sidebar}</div>
      <div className="md:col-start-2">
        <OfflineStrip />
      </div>
      <main
        id="main"
        tabIndex={-1}
        className="sheet flex min-w-0 grow flex-col border-line bg-surface px-(--gutter) pt-5 pb-24 md:mx-2 md:mb-2 md:group-has-data-sidebar/shell:mt-2 md:group-has-data-sidebar/shell:ml-0 md:group-has-data-sidebar/shell:min-h-[calc(100dvh-1rem)] md:rounded-lg md:border md:pb-10 md:shadow-sheet print:m-0 print:border-0 print:p-0 print:shadow-none"
      >
        <ProblemStrip className="bleed -mt-5 mb-5 md:rounded-t-lg" />
        <div className="w-full max-w-[110rem] side:has-data-fills-sheet:flex side:has-data-fills-sheet:grow side:has-data-fills-sheet:flex-col">
          {children}
        </div>
      </main>
    </div>
  );
}
