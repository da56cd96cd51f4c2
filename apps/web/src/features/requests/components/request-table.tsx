import type { UrlObject } from "node:url";
import { ArrowUp } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ActivityCell } from "@/components/ui/activity-cell";
import { AssigneeCell } from "@/components/ui/assignee-cell";
import { DueCell } from "@/components/ui/due-cell";
import { Monogram } from "@/components/ui/monogram";
import { type ListProgress, Segments, totalOf } from "@/components/ui/segments";
import { Skeleton, SkeletonRowLine } from "@/components/ui/skeleton";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { list } from "@/features/requests/strings";
import type { RequestRow } from "@/features/requests/types";
import { formatNumber } from "@/lib/format/format";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";
import { liveRow } from "@/lib/live/live-rows";
import { CELL, HEAD, ROW, ROW_LINK, SKELETON_ROW, skeletonWidth, TABLE } from "@/lib/style/table";

const columns = list.columns;
const COLUMN_COUNT = Object.keys(columns).length;

const WIDTHS = {
  all: {
    status: "w-37 max-side:w-27",
    progress: "w-[20%] max-side:w-34.5",
    due: "w-[13%] max-side:w-23",
    assignee: "w-[13%] max-side:hidden",
    activity: "w-[14%] max-side:w-25",
  },
  /** The table of one client is narrower, because a column with contacts is next to it. */
  ofOneClient: {
    status: "w-29 max-side:w-27",
    progress: "w-38 max-side:w-34.5",
    due: "w-25 max-side:w-23",
    assignee: "w-26 max-[89.99rem]:hidden",
    activity: "w-26 max-side:w-25",
  },
};

type Props = {
  org: { slug: string; timeZone: string };
  now: string;
  today: string;
  isOfOneClient?: boolean;
  /**
   * True if the list is sorted by due date. All its requests are then open, so the rows show no
   * status on phones.
   */
  isByDue?: boolean;
};

function Counts({
  progress,
  isWaiting,
  isShort = true,
  className,
}: {
  progress: ListProgress;
  isWaiting: boolean;
  isShort?: boolean;
  className: string;
}) {
  const total = totalOf(progress);
  return (
    <span className={`text-xs text-ink-muted ${className}`}>
      {total > 0 ? (
        <>
          {list.done(progress.accepted, total)}
          <span className={isShort ? "sr-only" : ""}> {list.accepted}</span>
        </>
      ) : progress.optional > 0 ? (
        list.optional(progress.optional)
      ) : null}
      {isWaiting ? (
        <>
          {" · "}
          <span className="font-semibold text-accent">{list.waiting(progress.waiting)}</span>
        </>
      ) : null}
    </span>
  );
}

function RequestCells({
  request,
  org,
  now,
  today,
  isOfOneClient,
  isByDue = false,
}: Props & { request: RequestRow }) {
  const { progress } = request;
  const isWaiting = request.status === "open" && progress.waiting > 0;
  return (
    <>
      <td className={`${CELL} max-md:col-span-2 max-md:self-start`}>
        <span className="flex items-center gap-3">
          {isOfOneClient ? null : (
            <Monogram id={request.client.id} name={request.client.name} shape="client" />
          )}
          <span className="min-w-0">
            <Link href={`/o/${org.slug}/requests/${request.id}` as Route} className={ROW_LINK}>
              <span dir="auto" className="block truncate font-semibold">
                {request.title || UNTITLED_REQUEST}
              </span>
            </Link>
            {isOfOneClient ? null : (
              <span dir="auto" className="block truncate text-xs text-ink-subtle">
                {request.client.name}
              </span>
            )}
          </span>
        </span>
      </td>
      <td
        className={`${CELL} max-md:order-3 max-md:col-span-2 ${isOfOneClient ? "" : "max-[30rem]:col-span-3 max-md:pl-10"}`}
      >
        <span className="flex flex-wrap items-center gap-x-3">
          <span className={isByDue ? "max-md:hidden" : ""}>
            <RequestBadge status={request.status} />
          </span>
          {request.status === "draft" ? null : (
            <Counts
              progress={progress}
              isWaiting={isWaiting}
              isShort={isWaiting && !isByDue}
              className="md:hidden"
            />
          )}
        </span>
      </td>
      <td className={`${CELL} max-md:hidden`}>
        {request.status === "draft" ? (
          <span className="text-ink-subtle">–</span>
        ) : (
          <>
            <Counts progress={progress} isWaiting={isWaiting} className="mb-1 block truncate" />
            {totalOf(progress) > 0 ? (
              <Segments
                progress={progress}
                isComplete={request.status === "complete"}
                className="max-w-44"
              />
            ) : null}
          </>
        )}
      </td>
      <td
        className={`${CELL} max-md:order-2 max-md:self-start max-md:text-right ${isOfOneClient ? "max-md:row-span-2" : ""}`}
      >
        <DueCell dueOn={request.dueOn} isOpen={request.status === "open"} today={today} />
      </td>
      <td className={`${CELL} ${isOfOneClient ? "max-[89.99rem]:hidden" : "max-side:hidden"}`}>
        <AssigneeCell assignee={request.assignee} />
      </td>
      <td
        className={`${CELL} max-md:order-4 max-md:text-right ${isOfOneClient ? "max-md:hidden" : "max-[30rem]:hidden"}`}
      >
        <ActivityCell at={request.lastActivityAt} now={now} timeZone={org.timeZone} />
      </td>
    </>
  );
}

function Head({
  isOfOneClient = false,
  isByDue = false,
}: Pick<Props, "isOfOneClient" | "isByDue">) {
  const widths = isOfOneClient ? WIDTHS.ofOneClient : WIDTHS.all;
  return (
    <thead className={HEAD}>
      <tr>
        <th scope="col">{columns.request}</th>
        <th scope="col" className={widths.status}>
          {columns.status}
        </th>
        <th scope="col" className={widths.progress}>
          {columns.progress}
        </th>
        <th scope="col" aria-sort={isByDue ? "ascending" : undefined} className={widths.due}>
          {columns.due}
          {isByDue ? <ArrowUp aria-hidden className="ml-1 inline size-3" /> : null}
        </th>
        <th scope="col" className={widths.assignee}>
          {columns.assignee}
        </th>
        <th scope="col" className={widths.activity}>
          {columns.activity}
        </th>
      </tr>
    </thead>
  );
}

type Group = {
  requests: readonly RequestRow[];
  /** If missing, the group has no heading. */
  title?: string;
  count?: number;
  /** A link to all requests of the group, if `requests` contains only some of them. */
  more?: { href: UrlObject; label: string } | null;
};

function GroupHead({ title, count, more }: Group) {
  return (
    <tr className="border-b border-line bg-sunken max-md:block max-md:[thead+tbody>&]:border-t">
      <th
        scope="rowgroup"
        colSpan={COLUMN_COUNT - 1}
        className="h-9.75 px-(--gutter) text-left text-xs font-semibold max-md:flex max-md:items-center"
      >
        {title}
        {count === undefined ? null : (
          <span className="ml-2 font-medium text-ink-subtle">{formatNumber(count)}</span>
        )}
        {more ? (
          <Link href={more.href} className="ml-3 text-accent hover:underline">
            {more.label}
          </Link>
        ) : null}
      </th>
      {/* The column of the assignee is hidden on narrow screens. */}
      <td className="max-side:hidden" />
    </tr>
  );
}

export function RequestTable({ groups, ...row }: Props & { groups: readonly Group[] }) {
  return (
    <table className={TABLE} data-list-keys>
      <Head {...row} />
      {groups.map((group, index) => (
        <tbody key={group.title ?? index}>
          {group.title === undefined ? null : <GroupHead {...group} />}
          {group.requests.map((request) => (
            <tr
              key={request.id}
              {...liveRow(request.id, request.status, ...Object.values(request.progress))}
              className={ROW}
            >
              <RequestCells request={request} {...row} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

export function RequestTableSkeleton({
  rows,
  isOfOneClient = false,
}: Pick<Props, "isOfOneClient"> & { rows: number }) {
  return (
    <table aria-hidden data-place="list" className={TABLE}>
      <Head isOfOneClient={isOfOneClient} isByDue={!isOfOneClient} />
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className={SKELETON_ROW}>
            <td className={`${CELL} max-md:col-span-2 max-md:self-start`}>
              <span className="flex items-center gap-3">
                {isOfOneClient ? null : <Skeleton className="size-7 shrink-0 rounded-md" />}
                <span className="min-w-0 grow">
                  <SkeletonRowLine className={skeletonWidth(index)} />
                  {isOfOneClient ? null : (
                    <span className="block text-xs">
                      <SkeletonRowLine className="w-2/5" />
                    </span>
                  )}
                </span>
              </span>
            </td>
            <td
              className={`${CELL} max-md:order-3 max-md:col-span-2 ${isOfOneClient ? "" : "max-[30rem]:col-span-3 max-md:pl-10"}`}
            >
              <span className={isOfOneClient ? "block" : "block max-md:text-xs"}>
                <SkeletonRowLine className="w-16" />
              </span>
            </td>
            <td className={`${CELL} max-md:hidden`}>
              <SkeletonRowLine className="w-44" />
            </td>
            <td className={`${CELL} max-md:order-2 max-md:self-start`}>
              <SkeletonRowLine className="w-17" />
            </td>
            <td
              className={`${CELL} ${isOfOneClient ? "max-[89.99rem]:hidden" : "max-side:hidden"}`}
            >
              <SkeletonRowLine className="w-20" />
            </td>
            <td
              className={`${CELL} max-md:order-4 ${isOfOneClient ? "max-md:hidden" : "max-[30rem]:hidden"}`}
            >
              <SkeletonRowLine className="w-16" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
