import Link from "next/link";
import { NoMatch } from "@/components/ui/no-match";
import { Pager } from "@/components/ui/pager";
import { ActorMark } from "@/features/activity/components/activity-list";
import {
  actorOf,
  describeEvent,
  detailsOf,
  type Names,
  noticeOf,
  strings,
} from "@/features/activity/strings";
import type { ActivityPage, RecordFilter } from "@/features/activity/types";
import { formatDateTime } from "@/lib/format/format";
import { shortHash } from "@/lib/format/hash";
import { classNames } from "@/lib/style/class-names";

const FILTERS = [undefined, "files", "decisions", "email"] as const;

export type RecordPlace = {
  pathname: string;
  filter: RecordFilter | undefined;
  isNewest: boolean;
};

const queryOf = (filter: RecordFilter | undefined) => ({
  tab: "record",
  ...(filter ? { show: filter } : {}),
});

export function FullRecord({
  page: { events, newerThan, olderThan },
  place: { pathname, filter, isNewest },
  names,
  timeZone,
}: {
  page: ActivityPage;
  place: RecordPlace;
  names: Names;
  timeZone: string;
}) {
  const kept = queryOf(filter);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-(--gutter) py-3">
        <p className="max-w-text text-xs text-ink-muted">
          {strings.recordLead} {strings.zone(timeZone)}
        </p>
        <nav aria-label={strings.filter} data-print="hide">
          <ul className="flex flex-wrap gap-1">
            {FILTERS.map((each) => (
              <li key={each ?? "all"}>
                <Link
                  href={{ pathname, query: queryOf(each) }}
                  aria-current={each === filter ? "page" : undefined}
                  className="group/filter inline-flex items-center text-xs font-medium pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                >
                  <span
                    className={classNames(
                      "inline-flex h-7 items-center rounded-md px-2.5 pointer-coarse:h-8",
                      each === filter
                        ? "bg-accent-soft text-accent forced-colors:border"
                        : "text-ink-muted group-hover/filter:bg-hover",
                    )}
                  >
                    {strings.filters[each ?? "all"]}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {events.length > 0 ? null : filter && isNewest ? (
        <div className="px-(--gutter)">
          <NoMatch
            level="h3"
            title={strings.noMatch}
            clear={{ href: { pathname, query: queryOf(undefined) }, label: strings.showAll }}
          />
        </div>
      ) : (
        <p className="px-(--gutter) py-4 text-ink-muted">
          {isNewest ? strings.empty : strings.noMore}
        </p>
      )}
      <ol className="text-xs">
        {events.map((event) => (
          <li
            key={event.id}
            id={`event-${event.no}`}
            className="grid scroll-mt-16 grid-cols-[1.375rem_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 border-t border-line px-(--gutter) py-2 target:bg-accent-soft md:grid-cols-[1.375rem_minmax(0,1fr)_auto_3.75rem_6rem] side:grid-cols-[1.375rem_minmax(0,1fr)_7.5rem_4rem_6rem] print:break-inside-avoid print:grid-cols-[1.375rem_minmax(0,1fr)_auto] print:py-1"
          >
            <ActorMark event={event} />
            <p className="min-w-0 pt-0.5 break-words text-ink-muted">
              <span className="font-semibold text-ink">{actorOf(event)}</span>{" "}
              {describeEvent(event, names)}
              {detailsOf(event, names, timeZone).map((line) => (
                <span key={line} dir="auto" className="block text-ink-subtle">
                  {line}
                </span>
              ))}
              {noticeOf(event) ? (
                <span className="block text-danger">{noticeOf(event)}</span>
              ) : null}
            </p>
            <p className="col-start-2 flex min-w-0 flex-wrap gap-x-2 text-ink-subtle max-md:text-2xs/4.5 max-md:font-normal md:contents print:contents">
              <time
                dateTime={event.at}
                className="md:pt-0.5 md:text-right print:col-start-3 print:pt-0.5"
              >
                {formatDateTime(event.at, { timeZone })}
              </time>
              <span className="shrink-0 md:pt-0.5 md:text-right print:col-start-2 print:pt-0 print:text-left">
                {strings.number(event.no)}
              </span>
              <code
                title={`${strings.hash} ${event.hash}`}
                className="truncate max-md:basis-full font-mono text-2xs/4.5 md:pt-0.5 md:text-right print:col-start-2 print:pt-0 print:text-left print:text-[7pt] print:whitespace-normal"
              >
                {shortHash(event.hash)}
              </code>
            </p>
          </li>
        ))}
      </ol>
      <div className="px-(--gutter)">
        <Pager
          first={isNewest ? null : { pathname, query: kept }}
          previous={newerThan ? { pathname, query: { ...kept, after: newerThan } } : null}
          next={olderThan ? { pathname, query: { ...kept, before: olderThan } } : null}
          labels={{
            first: strings.newest,
            previous: strings.newer,
            next: strings.older,
          }}
        />
      </div>
    </>
  );
}
