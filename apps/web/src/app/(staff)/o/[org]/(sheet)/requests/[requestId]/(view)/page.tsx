import { ClipboardCheck, Pencil } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { DraftPage } from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/_components/draft-page";
import { RequestAside } from "@/app/(staff)/o/[org]/(sheet)/requests/[requestId]/_components/request-aside";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { PhoneBar } from "@/components/ui/phone-bar";
import { Progress } from "@/components/ui/progress";
import { SheetHeader } from "@/components/ui/sheet-header";
import { loadFace } from "@/features/account/loaders";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import { loadEmailBudget } from "@/features/email-budget/loaders";
import { ExportButton } from "@/features/export/components/export-button";
import { exportProblem, strings as exportTexts } from "@/features/export/strings";
import { ForgetDraft } from "@/features/items/components/forget-draft";
import { loadOrg } from "@/features/orgs/loaders";
import { DueDate } from "@/features/requests/components/due-date";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { RequestBadge } from "@/features/requests/components/request-badge";
import { loadRequest } from "@/features/requests/loaders";
import { edit, list, page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { StaffChecklist } from "@/features/review/components/staff-checklist";
import { UndoToast } from "@/features/review/components/undo-toast";
import { loadOwnDrafts, loadReadyCount, loadSubmissions } from "@/features/review/loaders";
import { canDecide } from "@/features/review/permissions";
import { parseDecision } from "@/features/review/schema";
import { strings as reviewTexts } from "@/features/review/strings";
import { parseBefore } from "@/lib/backend/page-key";
import { dateInZone } from "@/lib/format/format";
import { firstValue } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/requests/[requestId]">;

const titleOf = ({ title }: Request) => title || list.untitled;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, requestId } = await params;
  return titleOnceKnown("request", async () => titleOf(await loadRequest(org, requestId)));
}

function closedText(request: Request): string | null {
  if (request.status === "complete") return page.closed.complete;
  if (request.status === "archived") return page.closed.archived;
  if (request.status === "cancelled") return page.closed.cancelled(request.closeReason ?? "");
  return null;
}

export default guarded(async function RequestPage({ params, searchParams }: Props) {
  const { org: slug, requestId } = await params;
  const readAt = Date.now();
  const [org, request, face, search] = await Promise.all([
    loadOrg(slug),
    loadRequest(slug, requestId),
    loadFace(),
    searchParams,
  ]);
  if (request.status === "draft") {
    return (
      <>
        <PageTitle>{titleOf(request)}</PageTitle>
        <DraftPage org={org} request={request} />
      </>
    );
  }

  const [submissions, ownDrafts, ready, budget] = await Promise.all([
    loadSubmissions(slug, requestId),
    loadOwnDrafts(slug, requestId),
    request.status === "open" ? loadReadyCount(request.id) : 0,
    loadEmailBudget(slug, requestId),
  ]);
  const done = request.items.filter(({ status }) => status === "accepted" || status === "waived");
  const waiting = request.items.filter((item) => canDecide(item, request));
  const [first] = waiting;
  const problem = exportProblem(firstValue(search.problem));
  const base = `/o/${slug}/requests/${requestId}`;
  const closed = closedText(request);
  const decided = firstValue(search.decided);
  const version = Number(firstValue(search.version));
  const decision = parseDecision(firstValue(search.as));
  const viewer = face.name || undefined;
  return (
    <>
      <PageTitle>{titleOf(request)}</PageTitle>
      <SheetHeader
        title={request.title}
        crumbs={[
          { href: `/o/${slug}/requests` as Route, label: list.title },
          { href: `/o/${slug}/clients/${request.client.id}` as Route, label: request.client.name },
        ]}
        meta={
          <>
            <RequestBadge status={request.status} isPill />
            <DueDate request={request} today={dateInZone(new Date(), org.timeZone)} />
          </>
        }
        actions={
          <>
            {request.status === "open" ? (
              <ButtonLink href={`${base}/edit` as Route} variant="secondary">
                <Pencil aria-hidden className="size-4" />
                {page.edit}
              </ButtonLink>
            ) : null}
            {first ? (
              <PhoneBar>
                <ButtonLink href={`${base}/review/${first.id}` as Route}>
                  <ClipboardCheck aria-hidden className="size-4" />
                  {page.reviewCount(waiting.length)}
                </ButtonLink>
              </PhoneBar>
            ) : null}
          </>
        }
      />
      <LiveNotice topic={`request:${request.id}`} readAt={readAt} viewer={viewer} />
      {firstValue(search.sent) ? (
        <div className="mb-4">
          <ForgetDraft itemId={request.id} />
          <Banner tone="success" live>
            {page.sent}
          </Banner>
        </div>
      ) : null}
      <BudgetBanner budget={budget} />
      {problem ? (
        <div className="mb-4">
          <Banner tone="danger" live>
            {problem}
          </Banner>
        </div>
      ) : null}
      {firstValue(search.export) && !problem ? (
        <div className="mb-4">
          <Banner
            live
            action={<ExportButton slug={slug} requestId={requestId} label={exportTexts.startNow} />}
          >
            {exportTexts.nextStep}
          </Banner>
        </div>
      ) : null}
      {firstValue(search.edited) ? (
        <div className="mb-4">
          <Banner tone="success" live>
            {edit.saved}
          </Banner>
        </div>
      ) : null}
      {closed ? (
        <div className="mb-4">
          <Banner tone={request.status === "complete" ? "success" : "info"}>{closed}</Banner>
        </div>
      ) : null}
      {decided && decision && version ? (
        <UndoToast itemId={decided} decision={decision} version={version} />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="checklist">
          <h2 id="checklist" className="mb-3 text-lg font-heading">
            {page.checklist}
          </h2>
          <div className="mb-4">
            <Progress
              value={done.length}
              max={request.items.length}
              label={page.checklist}
              text={page.progress(done.length, request.items.length)}
            />
          </div>
          {ready > 0 ? (
            <p className="mb-4 text-sm text-ink-muted">{reviewTexts.ready(ready)}</p>
          ) : null}
          <StaffChecklist
            slug={slug}
            request={request}
            submissions={submissions}
            ownDrafts={ownDrafts}
          />
        </section>
        <RequestAside org={org} request={request} before={parseBefore(search)} />
      </div>
    </>
  );
});
