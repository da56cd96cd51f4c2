import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { PageHeader } from "@/components/ui/page-header";
import { loadFace } from "@/features/account/loaders";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { canAnswer, isClosed } from "@/features/items/permissions";
import { loadOrg } from "@/features/orgs/loaders";
import { LiveNotice } from "@/features/requests/components/live-notice";
import { DecisionForm } from "@/features/review/components/decision-form";
import { AnswerOnBehalf, WithdrawOnBehalf } from "@/features/review/components/on-behalf";
import { ReviewKeys } from "@/features/review/components/review-keys";
import { SubmissionView } from "@/features/review/components/submission-view";
import { UndoForm } from "@/features/review/components/undo-form";
import { UndoToast } from "@/features/review/components/undo-toast";
import { WaiveForm } from "@/features/review/components/waive-form";
import { loadPlace, loadReview } from "@/features/review/loaders";
import { canDecide, canUndo, canWaive } from "@/features/review/permissions";
import { parseDecision } from "@/features/review/schema";
import { strings } from "@/features/review/strings";
import { ReturnedFocus } from "@/lib/forms/returned-focus";
import { firstValue } from "@/lib/http/search-params";

type Props = PageProps<"/o/[org]/requests/[requestId]/review/[itemId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { org, requestId, itemId } = await params;
  return titleOnceKnown("review", async () => {
    const { item } = await loadPlace(org, requestId, itemId);
    return strings.title(item.title);
  });
}

export default guarded(async function ReviewPage({ params, searchParams }: Props) {
  const { org: slug, requestId, itemId } = await params;
  const readAt = Date.now();
  const [org, review, face, search] = await Promise.all([
    loadOrg(slug),
    loadReview(slug, requestId, itemId),
    loadFace(),
    searchParams,
  ]);
  const { request, item, versions } = review;
  const base = `/o/${slug}/requests/${requestId}`;
  const reviewOf = (id: string | null) => (id ? (`${base}/review/${id}` as Route) : null);
  const [previous, next] = [reviewOf(review.previousId), reviewOf(review.nextId)];
  const [newest, ...earlier] = versions;
  const decision = parseDecision(firstValue(search.as));
  const decided = firstValue(search.decided);
  const version = Number(firstValue(search.version));
  const mayDecide = canDecide(item, request);
  const mayWaive = canWaive(item, request);
  const mayUndo = canUndo(item, request);
  const hasEnded = isClosed(request);
  return (
    <div data-full-screen>
      <PageTitle>{strings.title(item.title)}</PageTitle>
      <PageHeader
        title={item.title}
        crumbs={[{ href: base as Route, label: request.title }]}
        meta={
          <>
            <ItemStatusBadge status={item.status} audience="staff" isClosed={hasEnded} isPill />
            <span>{strings.position(review.number, request.items.length)}</span>
          </>
        }
        lead={item.help || undefined}
        actions={
          <>
            {previous ? (
              <ButtonLink href={previous} variant="secondary" size="sm" className="min-h-11">
                <ChevronLeft aria-hidden className="size-4" />
                {strings.previous}
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink href={next} variant="secondary" size="sm" className="min-h-11">
                {strings.next}
                <ChevronRight aria-hidden className="size-4" />
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <LiveNotice topic={`request:${request.id}`} readAt={readAt} viewer={face.name || undefined} />
      <ReviewKeys previous={previous} next={next} close={base as Route} />
      <ReturnedFocus key={`${item.id}:${item.version}`} />
      {decided && decision && version ? (
        <UndoToast itemId={decided} decision={decision} version={version} />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-6">
          {newest ? (
            <SubmissionView submission={newest} isClosed={hasEnded} timeZone={org.timeZone} />
          ) : (
            <p className="text-ink-muted">{strings.nothingYet}</p>
          )}
          {request.status === "open" && review.isOwn ? <WithdrawOnBehalf itemId={item.id} /> : null}
          {review.isOwn ? null : (
            <AnswerOnBehalf
              key={item.id}
              org={org}
              requestId={requestId}
              item={item}
              draft={review.ownDraft}
              newest={newest}
              isClosed={!canAnswer(item, request)}
            />
          )}
          {earlier.length > 0 ? (
            <Disclosure summary={strings.earlier}>
              <div className="flex flex-col gap-8">
                {earlier.map((submission) => (
                  <SubmissionView
                    key={submission.id}
                    submission={submission}
                    isClosed={hasEnded}
                    timeZone={org.timeZone}
                  />
                ))}
              </div>
            </Disclosure>
          ) : null}
        </div>
        <Card as="aside" className="lg:sticky lg:top-6">
          <h2 className="mb-4 text-lg font-heading">{strings.decision}</h2>
          <DecisionForm
            key={item.id}
            org={org}
            requestId={requestId}
            item={item}
            canDecide={mayDecide}
            nextWaitingId={review.nextWaitingId}
          />
          {item.status === "waived" && item.waiveNote ? (
            <p className="mb-3 text-sm break-words whitespace-pre-wrap">
              <span className="font-medium">{strings.waiveNote}: </span>
              {item.waiveNote}
            </p>
          ) : null}
          {mayUndo ? <UndoForm item={item} /> : null}
          {hasEnded && !mayUndo ? <p className="text-sm text-ink-muted">{strings.closed}</p> : null}
          <WaiveForm
            key={`waive:${item.id}`}
            org={org}
            requestId={requestId}
            item={item}
            canWaive={mayWaive}
            nextWaitingId={review.nextWaitingId}
          />
          <p className="mt-4 hidden text-xs text-ink-subtle lg:block">
            {mayDecide ? strings.keys : mayWaive ? strings.fewerKeys : strings.readingKeys}
          </p>
        </Card>
      </div>
    </div>
  );
});
