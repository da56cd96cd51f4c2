import type { ReactNode } from "react";
import { OfflineStrip } from "@/components/live/offline-strip";
import { ProblemStrip } from "@/components/live/problem-strip";
import { PageIcon } from "@/components/ui/page-icon";
import { SkipLink } from "@/components/ui/skip-link";

export function FullFrame({ children }: { children: ReactNode }) {
  return (
    <div data-shell data-density="staff" data-frame="full" className="min-h-dvh bg-surface text-sm">
      <PageIcon />
      <SkipLink />
      <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col md:h-dvh print:h-auto">
        <OfflineStrip className="px-(--gutter)" />
        <ProblemStrip />
        {children}
      </main>
    </div>
  );
}
