import type { Route } from "next";
import Link from "next/link";
import { AssigneeCell } from "@/components/ui/assignee-cell";
import { DueCell } from "@/components/ui/due-cell";
import { LinkPending } from "@/components/ui/link-pending";
import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { Segments, totalOf } from "@/components/ui/segments";
import { CELL, HEAD, ROW, ROW_LINK, TABLE } from "@/components/ui/table";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { list } from "@/features/requests/strings";
import type { RequestRow } from "@/features/requests/types";

const columns = list.columns;

type Props = {
  org: { slug: string; timeZone: string };
  now: string;
  /** Today's date in the firm's time zone. */
  today: string;
  /** True on a client's own page, where the client is not repeated. */
  isOfOneClient?: boolean;
};

function RequestCells({
  request,
  org,
  now,
  today,
  isOfOneClient,
}: Props & { request: RequestRow }) {
  const { progress } = request;
  const total = totalOf(progress);
  const accepted = list.progress(progress.accepted, total);
  return (
    <>
      <td className={`${CELL} max-md:col-span-2`}>
        <span className="flex items-center gap-3">
          {isOfOneClient ? null : (
            <Monogram id={request.client.id} name={request.client.name} shape="client" />
          )}
          <span className="min-w-0">
            <Link href={`/o/${org.slug}/requests/${request.id}` as Route} className={ROW_LINK}>
              <span dir="auto" className="block truncate font-semibold">
                {request.title || list.untitled}
              </span>
              <LinkPending />
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
        className={`${CELL} max-md:order-3 max-md:col-span-2 ${isOfOneClient ? "" : "max-md:pl-10"}`}
      >
        <RequestBadge status={request.status} />
      </td>
      <td className={`${CELL} max-md:hidden`}>
        {request.status === "draft" ? (
          <span className="text-ink-subtle">–</span>
        ) : (
          <>
            <span className="mb-1 flex flex-wrap gap-x-3 text-xs text-ink-muted">
              {accepted}
              {request.status === "open" && progress.submitted > 0 ? (
                <span className="font-semibold text-accent">
                  {list.waiting(progress.submitted)}
                </span>
              ) : null}
            </span>
            <Segments
              progress={progress}
              isComplete={request.status === "complete"}
              className="max-w-44"
            />
          </>
        )}
      </td>
      <td className={`${CELL} max-md:order-2 max-md:text-right`}>
        <DueCell dueOn={request.dueOn} isOpen={request.status === "open"} today={today} />
      </td>
      <td className={`${CELL} max-side:hidden`}>
        <AssigneeCell assignee={request.assignee} />
      </td>
      <td className={`${CELL} max-md:order-4 max-md:text-right`}>
        <RelativeTime
          at={request.lastActivityAt}
          now={now}
          timeZone={org.timeZone}
          className="whitespace-nowrap text-ink-muted max-md:text-xs"
        />
      </td>
    </>
  );
}

export function RequestTable({ requests, ...row }: Props & { requests: readonly RequestRow[] }) {
  return (
    <table className={TABLE} data-list-keys>
      <thead className={HEAD}>
        <tr>
          <th scope="col" className="w-[30%]">
            {columns.request}
          </th>
          <th scope="col" className="w-37">
            {columns.status}
          </th>
          <th scope="col" className="w-[20%]">
            {columns.progress}
          </th>
          <th scope="col" className="w-[13%]">
            {columns.due}
          </th>
          <th scope="col" className="w-[13%] max-side:hidden">
            {columns.assignee}
          </th>
          <th scope="col" className="w-[14%]">
            {columns.activity}
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.id} className={ROW}>
            <RequestCells request={request} {...row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
