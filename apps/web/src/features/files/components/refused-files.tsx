import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { strings } from "@/features/files/strings";

export function RefusedFiles({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null;
  const title = strings.refused(count);
  return (
    <section className="rounded-xl border border-danger/30 bg-danger-soft">
      <h3 className="flex items-center gap-2 px-3.5 pt-3 font-semibold text-danger">
        <CircleAlert aria-hidden className="size-5 shrink-0" />
        {title}
      </h3>
      <ul data-refused aria-label={title} className="divide-y divide-line">
        {children}
      </ul>
    </section>
  );
}
