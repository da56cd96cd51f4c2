import { AlarmClock } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { Segments, totalOf } from "@/components/ui/segments";
import { AnswerIcon } from "@/features/inbox/components/answer-icon";
import { describeAnswer, strings } from "@/features/inbox/strings";
import type { InboxGroup, InboxItem } from "@/features/inbox/types";
import type { Org } from "@/features/orgs/types";
import { formatDue, formatDueDistance } from "@/lib/format/relative-time";
import { liveRow } from "@/lib/live/live-rows";

type Clock = { now: string; today: string };

export const reviewOf = (slug: string, group: InboxGroup): Route =>
  `/o/${slug}/requests/${group.requestId}/review/${group.items[0]?.id}` as Route;

function Due({ dueOn, today }: { dueOn: string | null; today: string }) {
  if (!dueOn) return null;
  const when = formatDue(dueOn, today, { isInline: true });
  if (dueOn >= today) return <span>{strings.due(when)}</span>;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-danger">
      <AlarmClock aria-hidden className="size-3.5" />
      {strings.dueLate(when, formatDueDistance(dueOn, today))}
    </span>
  );
}

function GroupHeader({ group, slug, today }: { group: InboxGroup; slug: string; today: string }) {
  const total = totalOf(group.progress);
  const done =
    total > 0
      ? strings.accepted(group.progress.accepted, total)
      : strings.optional(group.progress.optional);
  return (
    <header className="flex items-center gap-3 border-line border-b bg-sunken px-(--gutter) py-3 md:min-h-15.75 md:py-1">
      <Monogram id={group.client.id} name={group.client.name} shape="client" />
      <div className="min-w-0 grow">
        <h2>
          {/* Padding enlarges the pressable area. Negative margins keep the lines in place. */}
          <Link
            href={`/o/${slug}/requests/${group.requestId}` as Route}
            className="relative -my-0.5 block w-fit max-w-full py-0.5 font-semibold hover:underline md:truncate md:pointer-coarse:-mt-2.5 md:pointer-coarse:-mb-3.5 md:pointer-coarse:pt-2.5 md:pointer-coarse:pb-3.5"
          >
            <span dir="auto" className="max-md:block max-md:truncate">
              {group.client.name}
            </span>
            <span className="font-normal text-ink-muted max-md:block max-md:truncate">
              <span aria-hidden className="max-md:hidden">
                {" · "}
              </span>
              {group.title}
            </span>
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-subtle">
          <Due dueOn={group.dueOn} today={today} />
          <span className="max-[30rem]:hidden">{done}</span>
        </p>
      </div>
      {total > 0 ? (
        <Segments progress={group.progress} label={done} className="w-28 max-md:hidden" />
      ) : null}
      {group.assignee ? (
        <span title={strings.assignee(group.assignee.name)} className="max-md:hidden">
          <Monogram
            id={group.assignee.userId}
            name={group.assignee.name}
            shape="person"
            size={22}
            imageUrl={group.assignee.imageUrl}
          />
          <span className="sr-only">{strings.assignee(group.assignee.name)}</span>
        </span>
      ) : (
        <span className="w-5.5 shrink-0 max-md:hidden" />
      )}
      <ButtonLink
        href={reviewOf(slug, group)}
        variant="secondary"
        size="sm"
        // A common minimum width aligns the bars and pictures of all groups.
        className="md:min-w-24"
      >
        <span aria-hidden className="whitespace-nowrap">
          {strings.review(group.waiting)}
        </span>
        <span className="sr-only">
          {strings.reviewOf(group.waiting, group.client.name, group.title)}
        </span>
      </ButtonLink>
    </header>
  );
}

function ItemRow({
  item,
  href,
  clock,
  timeZone,
}: {
  item: InboxItem;
  href: Route;
  clock: Clock;
  timeZone: string;
}) {
  return (
    <li {...liveRow(item.id, item.version)}>
      <Link
        href={href}
        className="row grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 px-(--gutter) py-2.5 *:first:justify-self-center md:h-10 md:grid-cols-[1.75rem_minmax(0,1.25fr)_minmax(0,1fr)_6rem_4.5rem] side:grid-cols-[1.75rem_minmax(0,1.25fr)_minmax(0,1fr)_6.5rem_5.25rem] md:py-0 md:pointer-coarse:h-11"
      >
        <AnswerIcon answer={item.answer} />
        <span className="truncate font-medium max-md:col-span-2">
          {item.title}
          {item.version > 1 ? (
            <span className="ml-2 text-2xs font-medium text-accent">
              {strings.version(item.version)}
            </span>
          ) : null}
        </span>
        <span dir="auto" className="truncate text-xs text-ink-muted max-md:col-start-2">
          {describeAnswer(item.answer)}
        </span>
        <span dir="auto" className="truncate text-xs text-ink-muted max-md:hidden">
          {item.senderName}
        </span>
        <RelativeTime
          at={item.submittedAt}
          now={clock.now}
          timeZone={timeZone}
          className="text-right text-xs whitespace-nowrap text-ink-subtle"
        />
      </Link>
    </li>
  );
}

export function InboxGroups({
  org,
  groups,
  clock,
}: {
  org: Org;
  groups: readonly InboxGroup[];
  clock: Clock;
}) {
  return (
    <div className="divide-y divide-line border-b border-line">
      {groups.map((group) => {
        const base = `/o/${org.slug}/requests/${group.requestId}`;
        const more = group.waiting - group.items.length;
        return (
          <section key={group.requestId} aria-label={`${group.client.name}, ${group.title}`}>
            <GroupHeader group={group} slug={org.slug} today={clock.today} />
            <ul data-list-keys className="divide-y divide-line">
              {group.items.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  href={`${base}/review/${item.id}` as Route}
                  clock={clock}
                  timeZone={org.timeZone}
                />
              ))}
              {more > 0 ? (
                <li>
                  <Link
                    href={base as Route}
                    className="row flex h-10 pointer-coarse:h-11 items-center px-(--gutter) pl-[calc(var(--gutter)+2.5rem)] font-medium text-accent"
                  >
                    {strings.more(more)}
                  </Link>
                </li>
              ) : null}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
