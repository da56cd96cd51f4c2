import { Cog, type LucideIcon, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { type ActivityGroup, mainEvent } from "@/features/activity/grouping/groups";
import {
  actorOf,
  describeEvent,
  describeGroup,
  type Names,
  noticeOf,
  strings,
} from "@/features/activity/strings";
import type { ActivityEvent } from "@/features/activity/types";
import { classNames } from "@/lib/style/class-names";

type Shared = {
  names: Names;
  timeZone: string;
  now: string;
};

export function ActorMark({ event }: { event: ActivityEvent }) {
  if (event.actorKind === "system") {
    const Icon: LucideIcon = /^(mail|reminder|email)\./.test(event.action) ? Mail : Cog;
    return (
      <span className="grid size-5.5 shrink-0 place-items-center rounded-full bg-hover text-ink-muted">
        <Icon aria-hidden className="size-3.5" />
      </span>
    );
  }
  return (
    <Monogram
      id={event.actorId ?? actorOf(event)}
      name={actorOf(event)}
      shape="person"
      size={22}
      imageUrl={event.actorUrl}
    />
  );
}

function Sentence({ who, what }: { who: string; what: string }) {
  return (
    <>
      <span className="font-semibold text-ink">{who}</span> {what}
    </>
  );
}

function When(time: { at: string; now: string; timeZone: string }) {
  return (
    <>
      {/* The non-breaking space keeps the dot on the line of the word before. */}
      <span className="text-ink-subtle">{"\u00a0·"}</span>{" "}
      <span className="whitespace-nowrap text-ink-subtle">
        <RelativeTime {...time} />
      </span>
    </>
  );
}

function Events({
  events,
  isBelowLink,
  names,
  timeZone,
  now,
}: Shared & {
  events: readonly ActivityEvent[];
  /**
   * True if another link is directly above. A margin then keeps the links from overlapping on touch
   * screens.
   */
  isBelowLink: boolean;
}) {
  return (
    <details>
      <summary
        className={classNames(
          "-my-0.75 flex min-h-6 w-fit list-none items-center font-medium text-accent hover:underline pointer-coarse:-mb-2.5 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden",
          isBelowLink ? "pointer-coarse:mt-0" : "pointer-coarse:-mt-2.5",
        )}
      >
        {strings.events(events.length)}
      </summary>
      <ol className="mt-1 grid grid-cols-1 gap-1.5 border-l border-line pl-2.5">
        {events.map((event) => (
          <li key={event.id} className="wrap-anywhere">
            <Sentence who={actorOf(event)} what={describeEvent(event, names)} />
            <When at={event.at} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </details>
  );
}

export function ActivityList({
  groups,
  noteOf = () => undefined,
  aboutOf,
  ...shared
}: Shared & {
  groups: readonly ActivityGroup[];
  noteOf?: (event: ActivityEvent) => string | undefined;
  aboutOf?: (event: ActivityEvent) => ReactNode;
}) {
  const { names, timeZone, now } = shared;
  if (groups.length === 0) return <p className="text-ink-muted">{strings.empty}</p>;
  return (
    <ol className="grid grid-cols-1 text-xs text-ink-muted">
      {groups.map((group) => {
        const main = mainEvent(group);
        const isOne = group.events.length === 1;
        const [note, notice] = [noteOf(main), noticeOf(main)];
        return (
          <li
            key={main.id}
            className="relative flex gap-2.5 not-last:pb-4 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[0.6875rem] not-last:before:w-px not-last:before:bg-line"
          >
            <ActorMark event={main} />
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">
                <Sentence who={actorOf(main)} what={describeGroup(group, names)} />
                <When at={main.at} now={now} timeZone={timeZone} />
              </p>
              {aboutOf ? (
                <div className={isOne ? "mt-0.5 pointer-coarse:-mb-3.25" : "mt-0.5"}>
                  {aboutOf(main)}
                </div>
              ) : null}
              {notice ? <p className="text-danger">{notice}</p> : null}
              {note ? (
                <blockquote
                  dir="auto"
                  className="mt-1.5 rounded-md border border-line bg-sunken px-2.5 py-2 wrap-anywhere whitespace-pre-wrap text-ink"
                >
                  {note}
                </blockquote>
              ) : null}
              {isOne ? null : (
                <Events
                  events={group.events}
                  isBelowLink={aboutOf !== undefined && !note}
                  {...shared}
                />
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
