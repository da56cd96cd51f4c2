import { loadClient } from "@/features/clients/loaders";
import { PreviewColors } from "@/features/orgs/components/preview-colors";
import type { Org } from "@/features/orgs/types";
import { loadReminderPolicy } from "@/features/reminders/loaders";
import { DraftEditor } from "@/features/requests/components/draft-editor";
import { DiscardDraft } from "@/features/requests/components/manage-request";
import { loadPreviewFirm } from "@/features/requests/components/preview-firm";
import { loadAssignees } from "@/features/requests/loaders";
import type { Request } from "@/features/requests/types";
import { requireSession } from "@/lib/backend/backend.server";

export async function DraftPage({ org, request }: { org: Org; request: Request }) {
  const [session, client, reminders, firm, assignees] = await Promise.all([
    requireSession(),
    loadClient(org.slug, request.client.id),
    loadReminderPolicy(org.slug),
    loadPreviewFirm(org),
    loadAssignees(org.slug, request.id),
  ]);
  return (
    <>
      <PreviewColors color={org.brandColor} />
      <DraftEditor
        org={{ id: org.id, slug: org.slug, timeZone: org.timeZone }}
        userId={session.claims.sub}
        request={request}
        client={{ id: client.id, name: client.name, ref: client.ref }}
        firm={firm}
        reminders={reminders}
        openedAt={new Date().toISOString()}
        contacts={client.contacts}
        assignees={assignees}
      >
        <DiscardDraft org={org} requestId={request.id} />
      </DraftEditor>
    </>
  );
}
