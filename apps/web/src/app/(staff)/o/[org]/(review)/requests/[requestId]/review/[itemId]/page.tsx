import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { ReviewBar } from "@/app/(staff)/o/[org]/(review)/requests/[requestId]/review/[itemId]/_components/review-bar";
import { EmptyState } from "@/components/ui/empty-state";
import { isClosed } from "@/features/items/selectors";
import { loadOrg } from "@/features/orgs/loaders";
import { loadLastReminderAt, loadViewer } from "@/features/requests/loaders";
import { DecisionPanel } from "@/features/review/components/decision-panel";
import { ItemFacts } from "@/features/review/components/item-facts";
import { ItemState } from "@/features/review/components/item-state";
import { ReviewGrid } from "@/features/review/components/review-grid";
import { ReviewRail } from "@/features/review/components/review-rail";
import { Viewer } from "@/features/review/components/viewer";
import { ViewerSelection } from "@/features/review/components/viewer-selection";
import { WrittenAnswer } from "@/features/review/components/written-answer";
import { ReviewKeys } from "@/features/review/hooks";
import { loadPlace, loadReview, type ReviewView } from "@/features/review/loaders";
import { canDecide } from "@/features/review/permissions";
import { parseDecision } from "@/features/review/schema";
import { strings } from "@/features/review/strings";
import { firstPair, pairFiles } from "@/features/review/viewer/pairs";
import { UndoKeys, UndoToast } from "@/features/undo/hooks";
import { dateInZone } from "@/lib/format/format";
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

function positionOf({ request, item, items }: ReviewView): string {
  const waiting = items.filter((each) => canDecide(each, request));
  const index = waiting.findIndex(({ id }) => id === item.id);
  return index < 0 ? strings.waiting(waiting.length) : strings.position(index + 1, waiting.length);
}

function comparedVersion({ versions }: ReviewView, chosen: string | undefined) {
  const [, ...earlier] = versions;
  return earlier.find(({ no }) => no === Number(chosen)) ?? earlier[0] ?? null;
}

function whyNothing({ request, item }: ReviewView): string {
  if (isClosed(request)) return strings.nothingClosed;
  return item.status === "waived" ? strings.nothingWaived : strings.nothingLead;
}

export default guarded(async function ReviewPage({ params, searchParams }: Props) {
  const { org: slug, requestId, itemId } = await params;
  const readAt = Date.now();
  const [org, review, viewer, search] = await Promise.all([
    loadOrg(slug),
    loadReview(slug, requestId, itemId),
    loadViewer(),
    searchParams,
  ]);
  const { request, item, versions } = review;
  const base = `/o/${slug}/requests/${requestId}`;
  const reviewOf = (id: string | null) => (id ? (`${base}/review/${id}` as Route) : null);
  const [previous, next] = [reviewOf(review.previousId), reviewOf(review.nextId)];
  const now = new Date(readAt).toISOString();
  const today = dateInZone(new Date(readAt), org.timeZone);
  const decision = parseDecision(firstValue(search.as));
  const decided = request.items.find(({ id }) => id === firstValue(search.decided));
  const version = Number(firstValue(search.version));
  const [newest] = versions;
  const remindedAt = newest ? null : await loadLastReminderAt(slug, requestId);
  const chosen = firstValue(search.compare);
  const compared = comparedVersion(review, chosen);
  const pairs = pairFiles(newest?.files ?? [], compared?.files ?? []);
  const isCompared = chosen !== undefined || compared?.status === "returned";
  const pair = firstPair(pairs, { id: firstValue(search.file), isCompared });
  return (
    <ViewerSelection
      key={`${item.id}:${newest?.id}:${compared?.id}`}
      initialId={pair?.id ?? null}
      isComparedFirst={isCompared}
    >
      <PageTitle>{strings.title(item.title)}</PageTitle>
      <ReviewKeys previous={previous} next={next} close={base as Route} />
      <UndoKeys requestId={request.id} />
      <ReturnedFocus key={`${item.id}:${item.version}`} />
      {decided && decision && version ? (
        <UndoToast
          requestId={request.id}
          itemId={decided.id}
          title={decided.title}
          decision={decision}
          version={version}
        />
      ) : null}
      <ReviewGrid
        bar={
          <ReviewBar
            client={{ ...request.client, href: `/o/${slug}/clients/${request.client.id}` as Route }}
            request={{ id: request.id, title: request.title, href: base as Route }}
            item={item.title}
            position={positionOf(review)}
            previous={previous}
            next={next}
            readAt={readAt}
            viewer={viewer}
          />
        }
        rail={<ReviewRail request={request} itemId={item.id} base={base} today={today} />}
        viewer={
          newest ? (
            <Viewer
              current={newest}
              previous={compared}
              pairs={pairs}
              help={item.help}
              choices={item.options.choices}
              isClosed={isClosed(request)}
              timeZone={org.timeZone}
              now={now}
            />
          ) : (
            <WrittenAnswer
              help={item.help}
              facts={<ItemState request={request} item={item} today={today} />}
            >
              <div className="mb-4 max-md:*:py-4 md:rounded-lg md:border md:border-line md:bg-surface md:px-6 md:*:py-8">
                <EmptyState title={strings.nothingYet}>{whyNothing(review)}</EmptyState>
                <ItemFacts
                  item={item}
                  sentAt={request.sentAt}
                  remindedAt={remindedAt}
                  timeZone={org.timeZone}
                />
              </div>
            </WrittenAnswer>
          )
        }
        decision={
          <DecisionPanel
            org={org}
            review={review}
            previous={compared}
            pairs={pairs}
            mode={parseDecision(firstValue(search.mode))}
            now={now}
          />
        }
      />
    </ViewerSelection>
  );
});
