import type { ReactNode } from "react";

const BAR =
  "flex h-19 flex-wrap content-center items-center gap-x-1 gap-y-1 border-b border-line px-3 md:col-span-3 md:h-13 md:flex-nowrap md:gap-x-2 md:px-4";

export function ReviewGrid({
  bar,
  rail,
  viewer,
  decision,
}: Record<"bar" | "rail" | "viewer" | "decision", ReactNode>) {
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] max-md:content-start md:grid-cols-[3.5rem_minmax(0,1fr)_19.5rem] md:grid-rows-[3.25rem_minmax(0,1fr)] side:grid-cols-[16.5rem_minmax(0,1fr)_21.5rem] print:block">
      <div className={BAR}>{bar}</div>
      <div className="overflow-y-auto border-r border-line bg-sunken px-2 py-3 max-md:hidden side:px-2.5 print:hidden">
        {rail}
      </div>
      <div className="flex min-h-0 min-w-0 flex-col bg-desk max-md:not-has-data-written:h-[70dvh]">
        {viewer}
      </div>
      <div className="flex min-w-0 flex-col gap-4 overflow-y-auto border-line p-4 max-md:border-t max-md:pb-24 md:border-l side:px-5">
        {decision}
      </div>
    </div>
  );
}
