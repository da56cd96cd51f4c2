import type { ReactNode } from "react";
import { Breadcrumb, BreadcrumbSkeleton, type Crumb } from "@/components/ui/breadcrumb";
import { SkeletonText, SkeletonTitle } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

type Parts = {
  picture?: ReactNode;
  owner?: ReactNode;
  meta?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
};

const OWNER = "mb-1 flex min-h-6 min-w-0 items-center text-xs text-ink-muted sm:hidden";
const RECORD_TITLE = "text-xl font-heading";

const BELOW = "grid gap-2 px-(--gutter) pt-4 *:max-w-text *:data-meta:max-w-none";

function Titled({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  if (!picture) return children;
  return (
    <div className="flex min-w-0 gap-3">
      {picture}
      <div className="min-w-0 grow self-center">{children}</div>
    </div>
  );
}

function Bar({
  start,
  actions,
  isRecord,
  isLow,
}: {
  start: ReactNode;
  actions: ReactNode;
  isRecord: boolean;
  isLow: boolean;
}) {
  return (
    <div
      data-print={isRecord ? "hide" : undefined}
      className={classNames(
        "z-10 md:sticky md:top-0 -mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-(--gutter) md:min-h-13 md:rounded-t-lg md:py-2 print:static print:border-0",
        isLow ? "min-h-11" : "min-h-13 py-2",
      )}
    >
      <div className="flex min-w-0 grow basis-20 items-baseline gap-2 [&_a>span]:truncate [&_ol]:flex-nowrap [&>*]:my-0 [&>*]:min-w-0">
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
 * A list has its title and total in the bar. A record has a link to its list in the bar, and its
 * title below the bar.
 */
export function SheetHeader({
  title,
  picture,
  owner,
  total,
  crumbs = [],
  current,
  meta,
  lead,
  actions,
}: Parts & {
  /** Omit `title` in an editor, whose title is a field of the form. */
  title?: ReactNode;
  /** The last part of the breadcrumb in an editor. */
  current?: string | undefined;
  total?: number | undefined;
  crumbs?: readonly Crumb[] | undefined;
}) {
  const isEditor = title === undefined;
  const isRecord = crumbs.length > 0;
  const count =
    total === undefined ? null : (
      <span className="ml-2 text-sm font-normal text-ink-subtle">{formatNumber(total)}</span>
    );
  return (
    <header className={classNames("bleed", !isEditor && "mb-5")}>
      <Bar
        isRecord={isRecord}
        isLow={isRecord && (isEditor || !actions)}
        start={
          isRecord ? (
            <Breadcrumb crumbs={crumbs} current={current} />
          ) : (
            // The title is inline, so that the count follows its last word.
            <div className="text-md">
              <h1 className="inline font-heading">{title}</h1>
              {count}
            </div>
          )
        }
        actions={actions}
      />
      {(isRecord || meta || lead) && !isEditor ? (
        <div className={`${BELOW} print:pt-0`}>
          <Titled picture={picture}>
            {owner ? (
              <div data-print="hide" className={OWNER}>
                {owner}
              </div>
            ) : null}
            {isRecord ? <h1 className={RECORD_TITLE}>{title}</h1> : null}
            {meta ? (
              <div data-meta className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted">
                {meta}
              </div>
            ) : null}
          </Titled>
          {lead ? <p className="text-pretty sm:text-balance text-ink-muted">{lead}</p> : null}
        </div>
      ) : null}
    </header>
  );
}

export function SheetHeaderSkeleton({
  title,
  kind,
  picture,
  owner,
  crumbs = [],
  current,
  lead,
  meta,
  actions,
  isEditor = false,
}: Omit<Parts, "lead"> & {
  isEditor?: boolean;
  title?: string;
  kind?: string;
  lead?: string | undefined;
  crumbs?: readonly string[];
  current?: string | undefined;
}) {
  const isRecord = crumbs.length > 0;
  return (
    <div className={classNames("bleed", !isEditor && "mb-5")}>
      <Bar
        isRecord={isRecord}
        isLow={isRecord && (isEditor || !actions)}
        start={
          isRecord ? (
            <BreadcrumbSkeleton labels={crumbs} current={current} back={owner ? 0 : undefined} />
          ) : (
            <SkeletonTitle title={title} kind={kind} className="min-w-0 text-md font-heading" />
          )
        }
        actions={actions}
      />
      {(isRecord || meta || lead) && !isEditor ? (
        <div className={BELOW}>
          <Titled picture={picture}>
            {owner ? <div className={OWNER}>{owner}</div> : null}
            {isRecord ? <SkeletonTitle title={title} kind={kind} className={RECORD_TITLE} /> : null}
            {meta ? (
              <div data-meta className="flex flex-wrap items-center gap-x-4 gap-y-1">
                {meta}
              </div>
            ) : null}
          </Titled>
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
