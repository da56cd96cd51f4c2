import type { ReactNode } from "react";
import { SkipLink } from "@/components/ui/skip-link";

/** The frame of a page that needs the whole window: only a skip link and `main`. */
export function FullFrame({ children }: { children: ReactNode }) {
  return (
    <div data-shell data-density="staff" data-frame="full" className="min-h-dvh bg-surface text-sm">
      <SkipLink />
      <main id="main" tabIndex={-1} className="px-(--gutter) py-5">
        {children}
      </main>
    </div>
  );
}
