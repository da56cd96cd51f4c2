import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { ActivityList } from "@/features/activity/components/activity-list";
import { groupEvents } from "@/features/activity/grouping/groups";
import type { Names } from "@/features/activity/strings";
import type { ActivityPage } from "@/features/activity/types";
import { loadClient } from "@/features/clients/loaders";
import type { Org } from "@/features/orgs/types";
import { ChangeRecipients } from "@/features/requests/components/change-recipients";
import { CopyLink } from "@/features/requests/components/copy-link";
import { NextPossible } from "@/features/requests/components/next-possible";
import { Recipients } from "@/features/requests/components/recipients";
import { assigneeName, page, recipients } from "@/features/requests/strings";
import type { Assignee, ReminderPlan, Request } from "@/features/requests/types";
import type { ReviewSubmission } from "@/features/review/types";
import { dateInZone, formatDate, formatDateTime } from "@/lib/format/format";
import { ownAddress } from "@/lib/http/own-address.server";

/** The newest groups. The full record has everything. */
const MAX_GROUPS = 15;

/** Events of a decision whose note is worth quoting. */
const DECISIONS: ReadonlySet<string> = new Set(["item.accepted", "item.partial", "item.returned"]);

function Detail({
  name,
  isPrinted = true,
  children,
}: {
  name: string;
  isPrinted?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      data-print={isPrinted ? undefined : "hide"}
      className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-2.5"
    >
      <dt className="text-xs/5 text-ink-subtle">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function ReminderDetail({
  request,
  plan,
  org,
}: {
  request: Request;
  plan: ReminderPlan;
  org: Org;
}) {
  const { timeZone } = org;
  const planned = plan.nextAt ? formatDateTime(plan.nextAt, { timeZone }) : recipients.noReminder;
  return (
    <Detail name={page.reminders}>
      <p>{request.remindersPaused ? recipients.paused : planned}</p>
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
  const [client, address] = await Promise.all([
    loadClient(org.slug, request.client.id),
    ownAddress(`/r/${request.publicId}`),
  ]);
  const notes = new Map(
    [...submissions.values()].flat().map(({ id, decisionNote }) => [id, decisionNote]),
  );
  return (
    <aside
      aria-label={page.details}
      className="border-line max-side:grid max-side:grid-cols-1 max-side:gap-x-6 max-side:border-t md:max-side:grid-cols-2 side:border-l"
    >
      <dl className="grid grid-cols-1 content-start gap-2.5 px-(--gutter) py-4 side:px-5 side:border-b side:border-line print:px-0">
        <Detail name={page.people}>
          <Recipients
            recipients={request.recipients}
            timeZone={org.timeZone}
            now={now}
            clientHref={`/o/${org.slug}/clients/${request.client.id}` as Route}
          />
          {isOpen ? (
            <div data-print="hide" className="mt-1">
              <ChangeRecipients request={request} contacts={client.contacts} />
            </div>
          ) : null}
        </Detail>
        <Detail name={page.assigneeFact}>{assignee ? assigneeName(assignee) : page.noOne}</Detail>
        {request.sentAt ? (
          <Detail name={page.sentOn}>
            {formatDate(dateInZone(new Date(request.sentAt), org.timeZone))}
          </Detail>
        ) : null}
        {isOpen ? <ReminderDetail request={request} plan={plan} org={org} /> : null}
        <Detail name={page.link} isPrinted={false}>
          <CopyLink address={address} />
          <p className="mt-1 text-2xs text-ink-subtle">{page.linkHint}</p>
        </Detail>
      </dl>
      <section
        aria-labelledby="activity"
        data-print="hide"
        className="px-(--gutter) py-4 max-md:border-t max-md:border-line side:px-5"
      >
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <h2 id="activity" className="text-xs font-semibold tracking-normal">
            {page.activity}
          </h2>
          <Link
            href={{ pathname: `/o/${org.slug}/requests/${request.id}`, query: { tab: "record" } }}
            className="link inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11"
          >
            {page.record}
          </Link>
        </div>
        <ActivityList
          groups={groupEvents(activity.events).slice(0, MAX_GROUPS)}
          names={names}
          noteOf={({ action, data }) =>
            (DECISIONS.has(action) && notes.get(String(data.submission_id))) || undefined
          }
          timeZone={org.timeZone}
          now={now}
        />
      </section>
    </aside>
  );
}
