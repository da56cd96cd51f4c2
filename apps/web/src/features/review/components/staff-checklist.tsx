import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { checklistParts, isClosed } from "@/features/items/selectors";
import { strings as itemStrings } from "@/features/items/strings";
import type { Item } from "@/features/items/types";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { AnswerSummary } from "@/features/review/components/answer-summary";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { changesOf, isUnchanged, pairFiles } from "@/features/review/viewer/pairs";
import { liveRow } from "@/lib/live/live-rows";

type ChecklistProps = {
  slug: string;
  request: Request;
  /** Ordered from newest to oldest. */
  submissions: ReadonlyMap<string, ReviewSubmission[]>;
  ownDrafts: ReadonlySet<string>;
  timeZone: string;
  now: string;
};

function versionText([newest, previous]: readonly ReviewSubmission[]): string | null {
  if (!newest || !previous) return null;
  const version = strings.version(newest.no);
  if (newest.files.length + previous.files.length === 0) return version;
  const changes = changesOf(pairFiles(newest.files, previous.files));
  if (isUnchanged(changes)) return `${version} · ${page.sameFiles}`;
  const count = changes.changed.length + changes.added.length;
  return count > 0 ? `${version} · ${page.changedFiles(count)}` : version;
}

function noteOf(item: Item, versions: readonly ReviewSubmission[], isStarted: boolean) {
  if (isStarted) return itemStrings.onBehalf.started;
  const [newest] = versions;
  const isNoted = item.status === "returned" || item.status === "partial";
  if (isNoted && newest?.decisionNote) return `“${newest.decisionNote}”`;
  return item.status === "submitted" ? versionText(versions) : null;
}

const PRINTED =
  "print:min-h-0 print:break-inside-avoid print:grid-cols-[9rem_minmax(0,1fr)_minmax(0,0.8fr)_9rem] print:py-1.5";

function PrintedHead() {
  return (
    <div
      aria-hidden
      className={`hidden gap-x-4 border-b border-line text-2xs text-ink-muted print:grid ${PRINTED}`}
    >
      {page.columns.map((name) => (
        <span key={name} className="last:text-right">
          {name}
        </span>
      ))}
    </div>
  );
}

function Row({
  item,
  versions,
  isStarted,
  ...shared
}: {
  item: Item;
  versions: readonly ReviewSubmission[];
  isStarted: boolean;
} & Pick<ChecklistProps, "slug" | "request" | "timeZone" | "now">) {
  const { slug, request, timeZone, now } = shared;
  const [newest] = versions;
  const note = noteOf(item, versions, isStarted);
  const at = newest?.decidedAt ?? newest?.submittedAt;
  return (
    <li
      {...liveRow(item.id, item.status, versions.length)}
      className={`record grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line px-(--gutter) py-2 md:grid-cols-[9.25rem_minmax(0,1fr)_minmax(0,0.82fr)_4.5rem] ${PRINTED}`}
    >
      <span className="flex max-md:order-2 print:order-none [&>span]:text-xs">
        <ItemStatusBadge status={item.status} audience="staff" isClosed={isClosed(request)} />
      </span>
      <div className="min-w-0 max-md:order-1 max-md:col-span-2 print:order-none print:col-span-1">
        <Link
          href={`/o/${slug}/requests/${request.id}/review/${item.id}`}
          className="row-link block truncate font-medium after:absolute after:inset-0 max-md:whitespace-normal print:whitespace-normal"
        >
          {item.title}
        </Link>
        {note ? (
          <p dir="auto" className="truncate text-xs text-ink-muted print:whitespace-normal">
            {note}
          </p>
        ) : null}
      </div>
      <div className="min-w-0 max-md:order-4 max-md:col-span-2 print:order-none print:col-span-1">
        {item.status === "waived" && item.waiveNote ? (
          <p dir="auto" className="truncate text-xs text-ink-muted">
            {page.waivedBecause(item.waiveNote)}
          </p>
        ) : newest ? (
          <AnswerSummary kind={item.kind} submission={newest} />
        ) : null}
      </div>
      <span className="text-right text-xs whitespace-nowrap text-ink-subtle max-md:order-3 print:order-none">
        {at ? <RelativeTime at={at} now={now} timeZone={timeZone} /> : null}
      </span>
    </li>
  );
}

export function StaffChecklist({ submissions, ownDrafts, ...shared }: ChecklistProps) {
  const { request } = shared;
  const parts = checklistParts(request.items).map(({ section, items }) => {
    const accepted = items.filter(({ status }) => status === "accepted").length;
    return (
      <div key={section ?? "optional"}>
        <h3 className="flex min-h-9.75 flex-wrap items-center gap-x-2 border-b border-line bg-sunken px-(--gutter) py-2 text-xs font-semibold print:min-h-0 print:break-after-avoid print:bg-transparent print:pt-4">
          {section === null ? itemStrings.optional : section || page.needed}{" "}
          {/* The part with the optional items shows no progress, because progress counts
              required items. */}
          {section === null ? null : (
            <span className="font-medium text-ink-subtle">
              {page.sectionProgress(accepted, items.length)}
            </span>
          )}
        </h3>
        <ul data-list-keys>
          {items.map((item) => (
            <Row
              key={item.id}
              {...shared}
              item={item}
              versions={submissions.get(item.id) ?? []}
              isStarted={ownDrafts.has(item.id)}
            />
          ))}
        </ul>
      </div>
    );
  });
  return (
    <>
      <PrintedHead />
      {parts}
    </>
  );
}
