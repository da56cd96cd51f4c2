import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Monogram } from "@/components/ui/monogram";
import { ActivityList } from "@/features/activity/components/activity-list";
import { groupEvents } from "@/features/activity/grouping/groups";
import type { Names } from "@/features/activity/strings";
import type { ActivityPage } from "@/features/activity/types";
import { loadClient } from "@/features/clients/loaders";
import { hasWorkLeft } from "@/features/items/selectors";
import type { Org } from "@/features/orgs/types";
import { ChangeContacts } from "@/features/requests/components/change-contacts";
import { CopyLink } from "@/features/requests/components/copy-link";
import { NextPossible } from "@/features/requests/components/next-possible";
import { RequestContacts } from "@/features/requests/components/request-contacts";
import { loadRequestSender } from "@/features/requests/loaders";
import { assigneeName, contactTexts, page } from "@/features/requests/strings";
import type { Assignee, ReminderPlan, Request } from "@/features/requests/types";
import type { ReviewSubmission } from "@/features/review/types";
import { dateInZone, formatDate } from "@/lib/format/format";
import { ownAddress } from "@/lib/http/own-address.server";
import { classNames } from "@/lib/style/class-names";

const MAX_GROUPS = 15;

const DECISIONS: ReadonlySet<string> = new Set(["item.accepted", "item.partial", "item.returned"]);

function Detail({
  name,
  isPrinted = true,
  isHigh = false,
  children,
}: {
  name: string;
  isPrinted?: boolean;
  isHigh?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      data-print={isPrinted ? undefined : "hide"}
      className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-2.5"
    >
      <dt className={classNames("text-xs/5 text-ink-subtle", isHigh && "text-xs/7")}>{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The header of the page shows the next planned reminder, or that reminders are paused. */
function ReminderDetail({
  request,
  plan,
  timeZone,
}: {
  request: Request;
  plan: ReminderPlan;
  timeZone: string;
}) {
  if (!hasWorkLeft(request.items)) {
    return <Detail name={page.reminders}>{contactTexts.allSent}</Detail>;
  }
  const isNonePlanned = !request.remindersPaused && plan.nextAt === null;
  if (!isNonePlanned && !plan.manualFrom) return null;
  return (
    <Detail name={page.reminders}>
      {isNonePlanned ? <p>{contactTexts.noReminder}</p> : null}
      {plan.manualFrom ? (
        <NextPossible at={plan.manualFrom} timeZone={timeZone} readAt={Date.now()} />
      ) : null}
    </Detail>
  );
}

export async function RequestAside({
  org,
  request,
  plan,
  assignee,
  activity,
  names,
  submissions,
  now,
}: {
  org: Org;
  request: Request;
  plan: ReminderPlan;
  assignee: Assignee | undefined;
  activity: ActivityPage;
  names: Names;
  submissions: ReadonlyMap<string, ReviewSubmission[]>;
  now: string;
}) {
  const isOpen = request.status === "open";
  const [client, sender, address] = await Promise.all([
    loadClient(org.slug, request.client.id),
    loadRequestSender(org.slug, request.id),
    ownAddress(`/r/${request.publicId}`),
  ]);
  const notes = new Map(
    [...submissions.values()].flat().map(({ id, decisionNote }) => [id, decisionNote]),
  );
  return (
    <aside
      aria-label={page.details}
      className="border-line max-side:grid max-side:grid-cols-1 max-side:gap-x-6 max-side:-mt-px max-side:border-t md:max-side:grid-cols-2 side:border-l print:order-first print:mt-3 print:block print:border-0"
    >
      <dl className="grid grid-cols-1 content-start gap-2.5 px-(--gutter) py-4 side:pl-5 side:border-b side:border-line print:grid-cols-2 print:border-0 print:px-0 print:py-2">
        <Detail name={page.people}>
          <RequestContacts
            contacts={request.contacts}
            timeZone={org.timeZone}
            now={now}
            clientHref={`/o/${org.slug}/clients/${request.client.id}` as Route}
          />
          {isOpen ? (
            <div data-print="hide" className="mt-1">
              <ChangeContacts request={request} contacts={client.contacts} />
            </div>
          ) : null}
        </Detail>
        <Detail name={page.assignee}>
          {assignee ? (
            <span className="flex min-w-0 items-center gap-2">
              <Monogram
                id={assignee.userId}
                name={assignee.name}
                shape="person"
                size={22}
                imageUrl={assignee.imageUrl}
              />
              <span dir="auto" className="min-w-0 truncate">
                {assigneeName(assignee)}
              </span>
            </span>
          ) : (
            page.noOne
          )}
        </Detail>
        {request.sentAt ? (
          <Detail name={page.sentOn}>
            {page.sentBy(
              formatDate(dateInZone(new Date(request.sentAt), org.timeZone)),
              sender?.name ?? null,
            )}
          </Detail>
        ) : null}
        {isOpen ? <ReminderDetail request={request} plan={plan} timeZone={org.timeZone} /> : null}
        <Detail name={page.link} isPrinted={false} isHigh>
          <CopyLink address={address} />
          <p className="mt-1 text-2xs text-ink-subtle">{page.linkHint(request.status)}</p>
        </Detail>
      </dl>
      <section
        aria-labelledby="activity"
        data-print="hide"
        className="px-(--gutter) py-4 max-md:border-t max-md:border-line side:pl-5"
      >
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id="activity" className="text-xs/5 font-semibold">
            {page.activity}
          </h2>
          <Link
            href={{ pathname: `/o/${org.slug}/requests/${request.id}`, query: { tab: "record" } }}
            className="link -my-0.5 inline-flex min-h-6 items-center text-xs pointer-coarse:-my-3 pointer-coarse:min-h-11"
          >
            {page.record}
          </Link>
        </div>
        <ActivityList
          groups={groupEvents(activity.events).slice(0, MAX_GROUPS)}
          names={names}
          noteOf={({ action, data }) =>
            (DECISIONS.has(action) && notes.get(String(data.submissionId))) || undefined
          }
          timeZone={org.timeZone}
          now={now}
        />
      </section>
    </aside>
  );
}
