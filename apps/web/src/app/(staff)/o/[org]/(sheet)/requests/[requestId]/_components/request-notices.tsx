import { Banner } from "@/components/ui/banner";
import { BudgetBanner } from "@/features/email-budget/components/budget-banner";
import type { EmailBudget } from "@/features/email-budget/loaders";
import { ExportButton } from "@/features/export/components/export-button";
import { exportProblem, strings as exportTexts } from "@/features/export/strings";
import { ForgetDraft } from "@/features/items/draft/forget-draft";
import type { Org } from "@/features/orgs/types";
import { ActSection } from "@/features/requests/components/manage-request";
import { toAct } from "@/features/requests/permissions";
import { edit, page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { firstValue } from "@/lib/http/search-params";

function closedText(request: Request): string | null {
  if (request.status === "archived") return page.closed.archived;
  if (request.status === "cancelled") return page.closed.cancelled(request.closeReason ?? "");
  return null;
}

export function RequestNotices({
  org,
  request,
  budget,
  search,
}: {
  org: Org;
  request: Request;
  budget: EmailBudget;
  search: Record<string, string | string[] | undefined>;
}) {
  const problem = exportProblem(firstValue(search.problem));
  const act = toAct(firstValue(search.act), request);
  const closed = closedText(request);
  return (
    <div className="grid gap-4 not-empty:mb-4">
      {firstValue(search.sent) ? (
        <div data-print="hide">
          <ForgetDraft subject={request.id} />
          <Banner tone="success" live>
            {page.sent}
          </Banner>
        </div>
      ) : null}
      <BudgetBanner budget={budget} />
      {problem ? (
        <div data-print="hide">
          <Banner tone="danger" live>
            {problem}
          </Banner>
        </div>
      ) : null}
      {firstValue(search.export) && !problem ? (
        <div data-print="hide">
          <Banner
            live
            action={
              <ExportButton slug={org.slug} requestId={request.id} label={exportTexts.startNow} />
            }
          >
            {exportTexts.nextStep}
          </Banner>
        </div>
      ) : null}
      {firstValue(search.edited) ? (
        <div data-print="hide">
          <Banner tone="success" live>
            {edit.saved}
          </Banner>
        </div>
      ) : null}
      {closed ? <Banner tone="neutral">{closed}</Banner> : null}
      {act ? <ActSection act={act} org={{ slug: org.slug }} requestId={request.id} /> : null}
    </div>
  );
}
