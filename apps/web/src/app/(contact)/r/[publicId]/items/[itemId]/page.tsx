import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { firmTitle, PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { PageRefresh } from "@/components/live/page-refresh";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { AnswerForm } from "@/features/items/components/answer-form";
import { AnswerView } from "@/features/items/components/answer-view";
import { DecisionPanel } from "@/features/items/components/decision-panel";
import { EarlierVersions } from "@/features/items/components/earlier-versions";
import { ItemTitle } from "@/features/items/components/item-title";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { WithdrawForm } from "@/features/items/components/withdraw-form";
import { loadItem, loadReady, loadRequestStaff } from "@/features/items/loaders";
import {
  canAnswer,
  canWithdraw,
  draftOf,
  latestSent,
  liveFiles,
  nextItem,
  nextNumber,
  startOf,
} from "@/features/items/permissions";
import { strings } from "@/features/items/strings";

const CHECKING_SECONDS = 6;

type Props = { params: Promise<{ publicId: string; itemId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { publicId, itemId } = await params;
  return titleOnceKnown("item", async () => {
    const { item, request } = await loadItem(publicId, itemId);
    return { absolute: firmTitle(item.title, request.firm) };
  });
}

export default guarded(async function ItemPage({ params }: Props) {
  const { publicId, itemId } = await params;
  const { request, items, item } = await loadItem(publicId, itemId);
  const [allReady, { people }] = await Promise.all([
    loadReady(request.id),
    loadRequestStaff(request.id),
  ]);
  // The button for this item's own answer is in the form.
  const ready = allReady.filter((other) => other.itemId !== item.id);
  const texts = strings.item;
  const draft = draftOf(item);
  const sent = latestSent(item);
  const files = liveFiles(draft);
  const isChecking = files.some((file) => file.status === "checking");
  const mayAnswer = canAnswer(item, request);
  const earlier = item.submissions.filter(
    (submission) => submission.status !== "draft" && (mayAnswer || submission !== sent),
  );
  const next = request.status === "open" ? nextItem(items, item.id) : undefined;
  return (
    <>
      {isChecking ? (
        <PageRefresh everySeconds={CHECKING_SECONDS} offlineText={strings.offline} />
      ) : null}
      <PageTitle firm={request.firm}>{item.title}</PageTitle>
      <div className="flex flex-col gap-5">
        <ItemTitle item={item} request={request} />
        <DecisionPanel item={item} request={request} people={people} />
        <AnswerForm
          key={item.id}
          path={{
            publicId,
            firm: {
              name: request.firm,
              email: request.replyEmail,
              subject: `${request.title}: ${item.title}`,
            },
          }}
          item={item}
          draft={startOf(item)}
          no={nextNumber(item)}
          files={files}
          isChecking={isChecking}
          isClosed={!mayAnswer}
          isCorrection={item.status === "returned"}
        />
        {canWithdraw(item, request) ? (
          <Banner tone="info" title={texts.submitted(request.firm)}>
            {texts.submittedLead}
          </Banner>
        ) : null}
        {!mayAnswer && sent ? (
          <section aria-labelledby="sent" className="rounded-xl border border-line p-4">
            <h2 id="sent" className="mb-2 font-semibold">
              {texts.yourAnswer}
            </h2>
            <AnswerView submission={sent} />
          </section>
        ) : null}
        {!mayAnswer ? (
          <div className="flex flex-wrap items-start gap-3">
            {next ? (
              <ButtonLink href={`/r/${publicId}/items/${next.id}` as Route}>
                {texts.next}
              </ButtonLink>
            ) : null}
            {canWithdraw(item, request) ? <WithdrawForm itemId={item.id} /> : null}
          </div>
        ) : null}
        <ReadyBanner ready={ready} firm={request.firm} isAside />
        <EarlierVersions
          submissions={earlier}
          // Show the files of the returned version, so that the contact can compare the new files
          // with them.
          isOpen={mayAnswer && item.kind === "file" && item.status === "returned"}
        />
      </div>
    </>
  );
});
