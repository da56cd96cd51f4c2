import Link from "next/link";
import { PageLinks } from "@/components/ui/page-links";
import { ActorMark } from "@/features/activity/components/activity-list";
import { actorOf, describeEvent, type Names, noticeOf, strings } from "@/features/activity/strings";
import type { ActivityPage, RecordFilter } from "@/features/activity/types";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/format/format";

const FILTERS = [undefined, "files", "decisions", "email"] as const;

/** How the page that shows the record selects it in its URL. */
export type RecordPlace = {
  pathname: string;
  filter: RecordFilter | undefined;
  /** False if the URL selects earlier events. */
  isNewest: boolean;
};

const queryOf = (filter: RecordFilter | undefined, before?: number) => ({
  tab: "record",
  ...(filter ? { show: filter } : {}),
  ...(before ? { before } : {}),
});

/** Every event of a request with its number and fingerprint, newest first. */
export function FullRecord({
  page: { events, earlierBefore },
  place: { pathname, filter, isNewest },
  names,
  timeZone,
}: {
  page: ActivityPage;
  place: RecordPlace;
  names: Names;
  timeZone: string;
}) {
  const nothing = filter ? strings.noMatch : isNewest ? strings.empty : strings.noEarlier;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-(--gutter) py-3">
        <p className="max-w-text text-xs text-ink-muted">{strings.recordLead}</p>
        <nav aria-label={strings.filter} data-print="hide">
          <ul className="flex flex-wrap gap-1">
            {FILTERS.map((each) => (
              <li key={each ?? "all"}>
                <Link
                  href={{ pathname, query: queryOf(each) }}
                  aria-current={each === filter ? "page" : undefined}
                  className={classNames(
                    "inline-flex min-h-7 items-center rounded-md px-2.5 text-xs font-medium pointer-coarse:min-h-11",
                    each === filter
                      ? "bg-accent-soft text-accent forced-colors:border"
                      : "text-ink-muted hover:bg-hover",
                  )}
                >
                  {strings.filters[each ?? "all"]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {events.length === 0 ? <p className="px-(--gutter) py-4 text-ink-muted">{nothing}</p> : null}
      <ol className="text-xs">
        {events.map((event) => (
          <li
            key={event.id}
            id={`event-${event.no}`}
            className="grid scroll-mt-16 grid-cols-[1.375rem_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 border-t border-line px-(--gutter) py-2 target:bg-accent-soft md:grid-cols-[1.375rem_minmax(0,1fr)_auto_11rem]"
          >
            <ActorMark event={event} />
            <p className="min-w-0 pt-0.5 break-words text-ink-muted">
              <span className="font-semibold text-ink">{actorOf(event)}</span>{" "}
              {describeEvent(event, names)}
              {noticeOf(event) ? (
                <span className="block text-danger">{noticeOf(event)}</span>
              ) : null}
            </p>
            <p className="col-start-2 pt-0.5 text-ink-subtle md:col-start-3 md:text-right">
              <time dateTime={event.at}>{formatDateTime(event.at, { timeZone })}</time>
            </p>
            <p className="col-start-2 flex min-w-0 gap-2 pt-0.5 text-ink-subtle md:col-start-4">
              <span className="shrink-0">{strings.number(event.no)}</span>
              <code
                title={`${strings.hash} ${event.hash}`}
                className="truncate font-mono text-2xs/4.5"
              >
                {event.hash}
              </code>
            </p>
          </li>
        ))}
      </ol>
      <div className="px-(--gutter)">
        <PageLinks
          first={
            isNewest ? null : { href: { pathname, query: queryOf(filter) }, label: strings.newest }
          }
          next={
            earlierBefore
              ? {
                  href: { pathname, query: queryOf(filter, earlierBefore) },
                  label: strings.earlier,
                }
              : null
          }
        />
      </div>
    </>
  );
}
