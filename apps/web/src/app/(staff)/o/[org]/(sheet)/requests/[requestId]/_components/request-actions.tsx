import { Pencil } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import { MENU_ROW } from "@/components/ui/menu";
import { ExportRow } from "@/features/export/components/export-button";
import type { Org } from "@/features/orgs/types";
import { CopyLinkRow } from "@/features/requests/components/copy-link-row";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { ManageMenu } from "@/features/requests/components/manage-menu";
import { RemindForm, RemindRow } from "@/features/requests/components/reminders";
import { ReviewLink } from "@/features/requests/components/review-link";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";

/** The actions in the bar of a request. A phone shows the main one and the menu. */
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
  /** Ids of the items to review, in the order of the checklist. */
  waiting: readonly string[];
  canRemind: boolean;
  canExport: boolean;
  readAt: number;
  viewer: { id: string; name: string } | undefined;
}) {
  const base = `/o/${org.slug}/requests/${request.id}`;
  const isOpen = request.status === "open";
  const [first] = waiting;
  return (
    <>
      <LiveNotice topic={`request:${request.id}`} readAt={readAt} viewer={viewer} />
      {isOpen ? (
        <>
          <RemindForm requestId={request.id} canRemind={canRemind} />
          <ButtonLink href={`${base}/edit` as Route} variant="secondary" className="max-md:hidden">
            <Pencil aria-hidden className="size-4 text-ink-muted" />
            {page.edit}
          </ButtonLink>
        </>
      ) : null}
      {request.status === "archived" && !canExport ? null : (
        <ManageMenu org={{ slug: org.slug }} request={{ id: request.id, status: request.status }}>
          {isOpen ? (
            <>
              {canRemind ? <RemindRow /> : null}
              <li className="md:hidden">
                <Link href={`${base}/edit` as Route} className={MENU_ROW}>
                  {page.edit}
                </Link>
              </li>
              <CopyLinkRow />
            </>
          ) : null}
          {canExport ? <ExportRow slug={org.slug} requestId={request.id} /> : null}
        </ManageMenu>
      )}
      {first ? (
        <ReviewLink href={`${base}/review/${first}` as Route} count={waiting.length} />
      ) : null}
    </>
  );
}
