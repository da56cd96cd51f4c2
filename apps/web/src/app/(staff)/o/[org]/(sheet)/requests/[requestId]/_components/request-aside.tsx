import type { Route } from "next";
import { Card } from "@/components/ui/card";
import { loadClient } from "@/features/clients/loaders";
import { ExportLink } from "@/features/export/components/export-link";
import type { Org } from "@/features/orgs/types";
import { ChangeRecipients } from "@/features/requests/components/change-recipients";
import { CopyLink } from "@/features/requests/components/copy-link";
import {
  ArchiveRequest,
  CloseRequest,
  ReopenRequest,
} from "@/features/requests/components/manage-request";
import { Recipients } from "@/features/requests/components/recipients";
import { Reminders } from "@/features/requests/components/reminders";
import { loadAssignees, loadReminderPlan } from "@/features/requests/loaders";
import { assigneeName, page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { Timeline } from "@/features/timeline/components/timeline";
import { loadTimeline } from "@/features/timeline/loaders";
import { ownAddress } from "@/lib/http/own-address.server";

export async function RequestAside({
  org,
  request,
  before,
}: {
  org: Org;
  request: Request;
  /** Shows the events before this one. Without it, shows the newest events. */
  before?: number | undefined;
}) {
  const isOpen = request.status === "open";
  const [timeline, client, plan, assignees, address] = await Promise.all([
    loadTimeline(org.slug, request.id, before),
    loadClient(org.slug, request.client.id),
    loadReminderPlan(org.slug, request.id),
    loadAssignees(org.slug, request.id),
    ownAddress(`/r/${request.publicId}`),
  ]);
  const assignee = assignees.find(({ userId }) => userId === request.assigneeId);
  return (
    <div className="flex flex-col gap-6">
      <Card labelledBy="people">
        <h2 id="people" className="mb-3 text-lg font-heading">
          {page.people}
        </h2>
        <Recipients
          recipients={request.recipients}
          timeZone={org.timeZone}
          clientHref={`/o/${org.slug}/clients/${request.client.id}` as Route}
        />
        {isOpen ? (
          <>
            <div className="mt-3">
              <ChangeRecipients request={request} contacts={client.contacts} />
            </div>
            <Reminders request={request} plan={plan} timeZone={org.timeZone} />
          </>
        ) : null}
        <h3 className="mt-5 mb-1 text-sm font-semibold">{page.assignee}</h3>
        <p className="text-sm text-ink-muted">{assignee ? assigneeName(assignee) : page.noOne}</p>
        <h3 className="mt-5 mb-2 text-sm font-semibold">{page.link}</h3>
        <CopyLink address={address} />
        <p className="mt-2 text-sm text-ink-muted">{page.linkHint}</p>
      </Card>
      <ExportLink slug={org.slug} requestId={request.id} />
      {isOpen ? (
        <Card labelledBy="manage">
          <h2 id="manage" className="mb-1 text-lg font-heading">
            {page.more}
          </h2>
          <CloseRequest org={org} requestId={request.id} />
        </Card>
      ) : null}
      {request.status === "complete" || request.status === "cancelled" ? (
        <div className="flex flex-wrap gap-3">
          {request.status === "complete" ? (
            <ReopenRequest org={org} requestId={request.id} />
          ) : null}
          <ArchiveRequest org={org} requestId={request.id} />
        </div>
      ) : null}
      <section aria-labelledby="timeline">
        <h2 id="timeline" className="mb-4 text-lg font-heading">
          {page.timeline}
        </h2>
        <Timeline
          page={timeline}
          pathname={`/o/${org.slug}/requests/${request.id}`}
          isNewest={!before}
          items={new Map(request.items.map(({ id, title }) => [id, title]))}
          timeZone={org.timeZone}
        />
      </section>
    </div>
  );
}
