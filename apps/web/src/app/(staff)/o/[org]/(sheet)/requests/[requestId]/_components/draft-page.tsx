import type { Route } from "next";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadClient } from "@/features/clients/loaders";
import type { Org } from "@/features/orgs/types";
import { loadReminderPolicy } from "@/features/reminders/loaders";
import { DraftEditor } from "@/features/requests/components/draft-editor";
import { DiscardDraft } from "@/features/requests/components/manage-request";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { composer, list } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { requireSession } from "@/lib/backend/backend.server";

export async function DraftPage({ org, request }: { org: Org; request: Request }) {
  const [session, client, reminders] = await Promise.all([
    requireSession(),
    loadClient(org.slug, request.client.id),
    loadReminderPolicy(org.slug),
  ]);
  return (
    <>
      <SheetHeader
        title={composer.newTitle}
        lead={composer.editLead(client.name)}
        crumbs={[{ href: `/o/${org.slug}/requests` as Route, label: list.title }]}
        meta={<RequestBadge status="draft" isPill />}
      />
      <DraftEditor
        org={{ id: org.id, slug: org.slug, timeZone: org.timeZone }}
        userId={session.claims.sub}
        request={request}
        reminders={reminders}
        openedAt={new Date().toISOString()}
        contacts={client.contacts}
      />
      <div className="mt-8 max-w-text">
        <DiscardDraft org={org} requestId={request.id} />
      </div>
    </>
  );
}
