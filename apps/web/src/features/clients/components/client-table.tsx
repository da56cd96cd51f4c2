import { ArrowUp, MailX } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ActivityCell } from "@/components/ui/activity-cell";
import { AssigneeCell } from "@/components/ui/assignee-cell";
import { DueCell } from "@/components/ui/due-cell";
import { Monogram } from "@/components/ui/monogram";
import { Segments, totalOf } from "@/components/ui/segments";
import { Skeleton, SkeletonRowLine } from "@/components/ui/skeleton";
import { Status } from "@/components/ui/status";
import { strings } from "@/features/clients/strings";
import type { ClientRow } from "@/features/clients/types";
import type { Org } from "@/features/orgs/types";
import { CELL, HEAD, ROW, ROW_LINK, SKELETON_ROW, skeletonWidth, TABLE } from "@/lib/style/table";

const columns = strings.columns;

function ClientCells({ client, org, now, today }: RowProps) {
  const { nextRequest: next } = client;
  return (
    <>
      <td className={`${CELL} max-md:col-span-2 max-md:pr-0`}>
        <span className="flex items-center gap-3 md:max-side:gap-2">
          <Monogram id={client.id} name={client.name} shape="client" />
          <span className="min-w-0">
            <Link href={`/o/${org.slug}/clients/${client.id}` as Route} className={ROW_LINK}>
              <span dir="auto" className="block truncate font-semibold">
                {client.name}
              </span>
            </Link>
            <span className="block truncate text-xs text-ink-subtle">
              {client.ref}
              {client.isArchived ? ` ${strings.archivedMark}` : null}
            </span>
          </span>
        </span>
      </td>
      <td className={`${CELL} max-md:hidden`}>
        {client.contact ? (
          <>
            <span dir="auto" className="block truncate">
              {client.contact.name}
            </span>
            <span title={client.contact.email} className="block truncate text-xs text-ink-subtle">
              {client.contact.email}
            </span>
          </>
        ) : (
          <span className="text-ink-subtle">{strings.noContacts}</span>
        )}
      </td>
      <td className={`${CELL} max-md:order-3 max-md:col-span-2 max-md:pl-10 max-md:text-xs`}>
        {client.openRequests > 0 ? (
          strings.open(client.openRequests)
        ) : (
          <span className="text-ink-subtle">{strings.noneOpen}</span>
        )}
        {client.toReview > 0 ? (
          <span className="block text-xs font-semibold text-accent max-md:ml-3 max-md:inline">
            {strings.toReview(client.toReview)}
          </span>
        ) : null}
      </td>
      <td className={`${CELL} max-side:hidden`}>
        {next ? (
          <>
            <span dir="auto" className="mb-1 block truncate">
              {next.title}
            </span>
            {totalOf(next.progress) > 0 ? (
              <Segments
                progress={next.progress}
                label={strings.accepted(next.progress.accepted, totalOf(next.progress))}
                className="max-w-44"
              />
            ) : (
              <span className="block truncate text-xs text-ink-subtle">
                {strings.optional(next.progress.optional)}
              </span>
            )}
          </>
        ) : (
          <span className="text-ink-subtle">–</span>
        )}
      </td>
      <td className={`${CELL} max-md:order-2 max-md:self-start max-md:text-right`}>
        <DueCell dueOn={next?.dueOn ?? null} isOpen={next !== null} today={today} />
      </td>
      <td className={`${CELL} max-side:hidden`}>
        <AssigneeCell assignee={client.assignee} />
      </td>
      <td
        className={`${CELL} max-md:order-4 max-md:text-right ${client.hasBounced ? "" : "max-[30rem]:hidden"}`}
      >
        {client.hasBounced ? (
          <Status tone="danger" icon={MailX}>
            {strings.bouncedMark}
          </Status>
        ) : (
          <ActivityCell at={client.lastActivityAt} now={now} timeZone={org.timeZone} />
        )}
      </td>
    </>
  );
}

type RowProps = { client: ClientRow; org: Org; now: string; today: string };

function Head() {
  return (
    <thead className={HEAD}>
      <tr>
        <th scope="col" aria-sort="ascending" className="w-[22%] max-side:w-auto">
          {columns.client}
          <ArrowUp aria-hidden className="ml-1 inline size-3" />
        </th>
        <th scope="col" className="w-[18%] max-side:w-[26%]">
          {columns.contact}
        </th>
        <th scope="col" className="w-[10%] max-side:w-22">
          {columns.requests}
        </th>
        <th scope="col" className="w-[17%] max-side:hidden">
          {columns.next}
        </th>
        <th scope="col" className="w-[11%] max-side:w-23">
          {columns.due}
        </th>
        <th scope="col" className="w-[10%] max-side:hidden">
          {columns.assignee}
        </th>
        <th scope="col" className="w-[12%] max-side:w-28">
          {columns.activity}
        </th>
      </tr>
    </thead>
  );
}

export function ClientTable({
  org,
  clients,
  now,
  today,
}: {
  org: Org;
  clients: readonly ClientRow[];
  now: string;
  today: string;
}) {
  return (
    <table className={TABLE} data-list-keys>
      <Head />
      <tbody>
        {clients.map((client) => (
          <tr key={client.id} className={ROW}>
            <ClientCells client={client} org={org} now={now} today={today} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ClientTableSkeleton({ rows }: { rows: number }) {
  return (
    <table aria-hidden data-place="list" className={TABLE}>
      <Head />
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className={SKELETON_ROW}>
            <td className={`${CELL} max-md:col-span-2 max-md:pr-0`}>
              <span className="flex items-center gap-3 md:max-side:gap-2">
                <Skeleton className="size-7 shrink-0 rounded-md" />
                <span className="min-w-0 grow">
                  <SkeletonRowLine className={skeletonWidth(index)} />
                  <span className="block text-xs">
                    <SkeletonRowLine className="w-12" />
                  </span>
                </span>
              </span>
            </td>
            <td className={`${CELL} max-md:hidden`}>
              <SkeletonRowLine className="w-24" />
              <span className="block text-xs">
                <SkeletonRowLine className="w-40" />
              </span>
            </td>
            <td className={`${CELL} max-md:order-3 max-md:col-span-2 max-md:pl-10 max-md:text-xs`}>
              <SkeletonRowLine className="w-14" />
            </td>
            <td className={`${CELL} max-side:hidden`}>
              <SkeletonRowLine className="w-36" />
            </td>
            <td className={`${CELL} max-md:order-2 max-md:self-start`}>
              <SkeletonRowLine className="w-17" />
            </td>
            <td className={`${CELL} max-side:hidden`}>
              <SkeletonRowLine className="w-20" />
            </td>
            <td className={`${CELL} max-md:order-4 max-[30rem]:hidden`}>
              <SkeletonRowLine className="w-16" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
