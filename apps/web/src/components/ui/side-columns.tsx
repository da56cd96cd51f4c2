import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

export function SideColumns({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-fills-sheet
      className={classNames(
        "bleed side:-mb-10 side:grid side:grow side:grid-cols-[minmax(0,1fr)_22rem] print:mb-0 print:flex print:flex-col",
        className,
      )}
    >
      {children}
    </div>
  );
}
