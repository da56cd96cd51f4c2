import type { ReactNode } from "react";
import { Breadcrumb, BreadcrumbSkeleton, type Crumb } from "@/components/ui/breadcrumb";
import { SkeletonText, SkeletonTitle } from "@/components/ui/skeleton";
import { UnbrokenWords } from "@/components/ui/unbroken-words";

const TITLE = "text-2xl font-heading";

type Parts = {
  meta?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
};

function Layout({
  crumbs,
  title,
  meta,
  lead,
  actions,
}: Parts & Record<"crumbs" | "title", ReactNode>) {
  return (
    <header className="mb-6">
      {crumbs}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-text">
          {title}
          {meta ? (
            <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
              {meta}
            </div>
          ) : null}
          {lead ? (
            <p className="mt-2 max-w-measure text-ink-muted">
              {typeof lead === "string" ? <UnbrokenWords>{lead}</UnbrokenWords> : lead}
            </p>
          ) : null}
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

export function PageHeader({
  title,
  crumbs = [],
  ...parts
}: Parts & { title: ReactNode; crumbs?: readonly Crumb[] | undefined }) {
  return (
    <Layout
      crumbs={crumbs.length > 0 ? <Breadcrumb crumbs={crumbs} /> : null}
      title={<h1 className={TITLE}>{title}</h1>}
      {...parts}
    />
  );
}

export function PageHeaderSkeleton({
  title,
  crumbs = [],
  lead,
  ...parts
}: Omit<Parts, "lead"> & {
  title: string;
  lead?: string | undefined;
  crumbs?: readonly string[];
}) {
  return (
    <Layout
      crumbs={crumbs.length > 0 ? <BreadcrumbSkeleton labels={crumbs} /> : null}
      title={<SkeletonTitle title={title} className={TITLE} />}
      lead={lead ? <SkeletonText>{lead}</SkeletonText> : null}
      {...parts}
    />
  );
}
