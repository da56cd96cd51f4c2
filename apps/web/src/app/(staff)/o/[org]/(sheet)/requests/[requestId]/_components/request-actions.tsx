import { Pencil } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import { ExportRow, MainExportButton } from "@/features/export/components/export-button";
import type { Org } from "@/features/orgs/types";
import { CopyLinkRow } from "@/features/requests/components/copy-link-row";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { ManageMenu } from "@/features/requests/components/manage-menu";
import { RemindForm, RemindRow } from "@/features/requests/components/reminders";
import { ReviewLink } from "@/features/requests/components/review-link";
import { canRestore } from "@/features/requests/permissions";
import { page } from "@/features/requests/strings";
import type { OwnViewer, Request } from "@/features/requests/types";
import { MENU_ROW } from "@/lib/style/menu";

export function RequestActions({
  org,
  request,
  waiting,
  canRemind,
  canExport,
  readAt,
  viewer,
}: {
  org: Org;
  request: Request;
  waiting: readonly string[];
  canRemind: boolean;
  canExport: boolean;
  readAt: number;
  viewer: OwnViewer | undefined;
}) {
  const base = `/o/${org.slug}/requests/${request.id}`;
  const isOpen = request.status === "open";
  const isComplete = request.status === "complete";
  const mayRestore = canRestore(request, readAt);
  const [first] = waiting;
  // The last button is the main action. For an open request, the main action is the review of the
  // first waiting answer, or else a reminder. For a complete request, it is the export.
  const remind = isOpen ? (
    <RemindForm requestId={request.id} canRemind={canRemind} isMain={!first} />
  ) : null;
  return (
    <>
      <LiveNotice topic={`request:${request.id}`} readAt={readAt} viewer={viewer} />
      {isOpen ? (
        <>
          {first ? remind : null}
          <ButtonLink href={`${base}/edit` as Route} variant="secondary" className="max-md:hidden">
            <Pencil aria-hidden className="size-4 text-ink-muted" />
            {page.edit}
          </ButtonLink>
        </>
      ) : null}
      {request.status === "archived" && !canExport && !mayRestore ? null : (
        <ManageMenu
          org={{ slug: org.slug }}
          request={{ id: request.id, title: request.title, status: request.status }}
          mayRestore={mayRestore}
        >
          {isOpen ? (
            <>
              {canRemind && first ? <RemindRow /> : null}
              <li className="md:hidden">
                <Link href={`${base}/edit` as Route} className={MENU_ROW}>
                  {page.edit}
                </Link>
              </li>
              <CopyLinkRow />
            </>
          ) : null}
          {canExport && !isComplete ? <ExportRow slug={org.slug} requestId={request.id} /> : null}
        </ManageMenu>
      )}
      {first ? (
        <ReviewLink href={`${base}/review/${first}` as Route} count={waiting.length} />
      ) : (
        remind
      )}
      {canExport && isComplete ? <MainExportButton slug={org.slug} requestId={request.id} /> : null}
    </>
  );
}
