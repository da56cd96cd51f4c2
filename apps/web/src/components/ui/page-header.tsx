import type { ReactNode } from "react";
import { Breadcrumb, type Crumb } from "@/components/ui/breadcrumb";

/** Title of a page (its only `h1`) with the way back, a line of facts and the page's actions. */
export function PageHeader({
  title,
  crumbs,
  meta,
  lead,
  actions,
}: {
  title: ReactNode;
  crumbs?: readonly Crumb[] | undefined;
  /** Badges and dates beside the title. */
  meta?: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-6">
      {crumbs && crumbs.length > 0 ? <Breadcrumb crumbs={crumbs} /> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-text">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {meta ? (
            <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
              {meta}
            </div>
          ) : null}
          {lead ? <p className="mt-2 text-ink-muted">{lead}</p> : null}
        </div>
        {actions ? (
          <div data-print="hide" className="flex w-full flex-wrap gap-3 max-sm:*:grow sm:w-auto">
            {actions}
          </div>
        ) : null}
      </div>
    </header>
  );
}
