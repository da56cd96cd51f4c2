import type { ReactNode } from "react";
import { Breadcrumb, BreadcrumbSkeleton, type Crumb } from "@/components/ui/breadcrumb";
import { SkeletonLine, SkeletonText } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/format/format";

type Parts = {
  meta?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
};

const RECORD_TITLE = "text-xl font-heading";

function Bar({ start, actions }: { start: ReactNode; actions: ReactNode }) {
  return (
    <div className="z-10 md:sticky md:top-0 -mt-5 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-(--gutter) py-2 md:rounded-t-lg print:static print:border-0 print:px-0">
      <div className="flex min-w-0 grow basis-24 items-baseline gap-2 [&_a>span]:truncate [&_ol]:flex-nowrap [&>*]:my-0 [&>*]:min-w-0">
        {start}
      </div>
      {actions ? (
        <div data-print="hide" className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      ) : null}
    </div>
  );
}

/**
 * The head of a staff page, with its only `h1`. Lists have their title and total in the bar. Records
 * have the way back in the bar and the title below it.
 */
export function SheetHeader({
  title,
  total,
  crumbs = [],
  meta,
  lead,
  actions,
}: Parts & {
  title: ReactNode;
  /** Number of rows of a list. */
  total?: number | undefined;
  crumbs?: readonly Crumb[] | undefined;
}) {
  const isRecord = crumbs.length > 0;
  const count =
    total === undefined ? null : (
      <span className="font-normal text-ink-subtle">{formatNumber(total)}</span>
    );
  return (
    <header className="bleed mb-5">
      <Bar
        start={
          isRecord ? (
            <Breadcrumb crumbs={crumbs} />
          ) : (
            <>
              <h1 className="min-w-0 text-md font-heading">{title}</h1>
              {count}
            </>
          )
        }
        actions={actions}
      />
      {isRecord || meta || lead ? (
        <div className="grid max-w-text gap-2 px-(--gutter) pt-4 print:px-0">
          {isRecord ? <h1 className={RECORD_TITLE}>{title}</h1> : null}
          {meta ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted">{meta}</div>
          ) : null}
          {lead ? <p className="text-ink-muted">{lead}</p> : null}
        </div>
      ) : null}
    </header>
  );
}

export function SheetHeaderSkeleton({
  title,
  crumbs = [],
  lead,
  meta,
  actions,
}: Omit<Parts, "lead"> & {
  /** Leave out the title if it depends on the data. */
  title?: string;
  lead?: string | undefined;
  /** Placeholder labels as long as the real labels. */
  crumbs?: readonly string[];
}) {
  const isRecord = crumbs.length > 0;
  const text = title ? <SkeletonText>{title}</SkeletonText> : <SkeletonLine className="w-72" />;
  return (
    <div className="bleed mb-5">
      <Bar
        start={
          isRecord ? (
            <BreadcrumbSkeleton labels={crumbs} />
          ) : (
            <div data-place="title" className="min-w-0 text-md font-heading">
              {text}
            </div>
          )
        }
        actions={actions}
      />
      {isRecord || meta || lead ? (
        <div className="grid max-w-text gap-2 px-(--gutter) pt-4">
          {isRecord ? (
            <div data-place="title" className={`${RECORD_TITLE} text-balance tracking-[-0.015em]`}>
              {text}
            </div>
          ) : null}
          {meta ? <div className="flex flex-wrap items-center gap-x-4 gap-y-1">{meta}</div> : null}
          {lead ? (
            <p>
              <SkeletonText>{lead}</SkeletonText>
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
