import { ChevronDown } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { NoMatch } from "@/components/ui/no-match";
import { ActorMark } from "@/features/activity/components/activity-list";
import { actorOf } from "@/features/activity/strings";
import type { ActivityEvent } from "@/features/activity/types";
import { daysOf } from "@/features/audit/selectors";
import { actionOf, strings } from "@/features/audit/strings";
import type { AuditNames } from "@/features/audit/types";
import { formatDateTime, formatTime } from "@/lib/format/format";
import { shortHash } from "@/lib/format/hash";
import { formatWritten } from "@/lib/format/relative-time";
import { classNames } from "@/lib/style/class-names";

const texts = strings.list;

/**
 * On touch screens, links are 44 pixels high. In narrow lists, negative margins keep the row's
 * height.
 */
const TARGET = "min-h-6 pointer-coarse:min-h-11 @max-3xl:pointer-coarse:-my-2.5";

function RequestLink({
  slug,
  event,
  names,
}: {
  slug: string;
  event: ActivityEvent;
  names: AuditNames;
}) {
  const title = event.requestId ? names.requests.get(event.requestId) : undefined;
  if (!title) return null;
  return (
    <Link
      href={`/o/${slug}/requests/${event.requestId}` as Route}
      title={title}
      className={classNames(
        "flex w-fit min-w-0 max-w-full items-center text-accent hover:underline",
        TARGET,
      )}
    >
      <span className="min-w-0 truncate">{title}</span>
    </Link>
  );
}

const COLUMNS = ["", "w-52", "w-15", "w-24", "w-30"];

const HEAD_CELL = "h-8.5 border-y border-line px-3 text-2xs font-semibold whitespace-nowrap";

const DAY_CELL =
  "block border-b border-line px-3 py-2 text-left text-xs font-semibold @3xl:table-cell @3xl:h-9 @3xl:px-3 @3xl:py-0";

const ROW =
  "group/event grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 gap-y-1 border-b border-line py-2.5 pr-3 pl-11 @3xl:table-row @3xl:h-11";
const CELL = "min-w-0 align-middle @3xl:px-3 @3xl:py-1";
const PROOF =
  "hidden whitespace-nowrap text-ink-subtle group-has-[details[open]]/event:block @3xl:table-cell";

function EventRow({
  slug,
  event,
  names,
  timeZone,
}: {
  slug: string;
  event: ActivityEvent;
  names: AuditNames;
  timeZone: string;
}) {
  const place = texts.place(event.no);
  return (
    <tr className={ROW}>
      <td className={classNames(CELL, "col-span-2 -ml-8")}>
        <div className="flex gap-2.5 @3xl:items-center">
          <ActorMark event={event} />
          <p className="min-w-0 wrap-break-word">
            <span className="font-semibold">{actorOf(event)}</span> {actionOf(event, names)}
          </p>
        </div>
      </td>
      <td className={classNames(CELL, "order-2")}>
        <div className="flex items-center gap-2.5">
          <RequestLink slug={slug} event={event} names={names} />
          {/* The number and fingerprint are not in `details`, because the wide table shows them
              in columns. */}
          <details className="ml-auto shrink-0 @3xl:hidden">
            <summary
              aria-label={`${texts.proof}: ${place}, ${texts.id(event.id)}`}
              className={classNames(
                "flex list-none items-center gap-1 rounded-md text-xs font-medium text-ink-muted hover:text-ink hover:underline [&::-webkit-details-marker]:hidden",
                TARGET,
              )}
            >
              {texts.proof}
              <ChevronDown
                aria-hidden
                className="size-4 transition-transform [details[open]>summary>&]:rotate-180"
              />
            </summary>
          </details>
        </div>
      </td>
      <td className={classNames(CELL, "order-1 text-xs text-ink-muted")}>
        <time dateTime={event.at} title={formatDateTime(event.at, { timeZone, nameZone: true })}>
          {formatTime(new Date(event.at), timeZone)}
        </time>
      </td>
      <td className={classNames(CELL, PROOF, "order-3 col-span-2 text-xs")}>
        <span title={texts.id(event.id)}>{place}</span>
        <span className="@3xl:sr-only"> {texts.inChain}</span>
      </td>
      <td className={classNames(CELL, PROOF, "order-4 col-span-2 font-mono text-2xs")}>
        <span title={event.hash}>{shortHash(event.hash)}</span>
      </td>
    </tr>
  );
}

export function EventList({
  events,
  isFirstOfFiltered,
  ...row
}: {
  slug: string;
  events: readonly ActivityEvent[];
  isFirstOfFiltered: boolean;
  names: AuditNames;
  timeZone: string;
}) {
  if (events.length === 0) {
    const pathname = `/o/${row.slug}/settings/audit`;
    return isFirstOfFiltered ? (
      <NoMatch level="h3" title={texts.none} clear={{ href: { pathname }, label: texts.clear }} />
    ) : (
      <p className="py-4 text-ink-muted">{texts.noMore}</p>
    );
  }
  const heads = [texts.what, texts.request, texts.time, texts.chain, texts.hash];
  return (
    <div className="@container">
      <table className="block w-full table-fixed border-collapse @3xl:table">
        <thead className="sr-only bg-sunken text-left text-ink-subtle @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={classNames(HEAD_CELL, COLUMNS[index])}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {daysOf(events, row.timeZone).map(({ date, zone, events: ofDay }) => (
          <tbody key={ofDay[0]?.id} className="block @3xl:table-row-group">
            <tr className="block bg-sunken @3xl:table-row">
              <th scope="rowgroup" colSpan={heads.length} className={DAY_CELL}>
                {formatWritten(date)} <span className="font-normal text-ink-subtle">{zone}</span>
              </th>
            </tr>
            {ofDay.map((event) => (
              <EventRow key={event.id} event={event} {...row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
