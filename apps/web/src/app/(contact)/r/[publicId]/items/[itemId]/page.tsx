import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { PageRefresh } from "@/components/live/page-refresh";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { AnswerForm } from "@/features/items/components/answer-form";
import { AnswerView } from "@/features/items/components/answer-view";
import { DecisionPanel } from "@/features/items/components/decision-panel";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { WithdrawForm } from "@/features/items/components/withdraw-form";
import { loadItem, loadReady } from "@/features/items/loaders";
import {
  canAnswer,
  canWithdraw,
  draftOf,
  isClosed,
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
  return titleOnceKnown("item", async () => (await loadItem(publicId, itemId)).item.title);
}

export default guarded(async function ItemPage({ params }: Props) {
  const { publicId, itemId } = await params;
  const { request, items, item, number } = await loadItem(publicId, itemId);
  // The button for this item's own answer is lower on the page.
  const ready = (await loadReady(request.id)).filter((other) => other.itemId !== item.id);
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
      <PageTitle>{item.title}</PageTitle>
      <PageHeader
        title={item.title}
        crumbs={[{ href: `/r/${publicId}/items` as Route, label: texts.back }]}
        meta={
          <>
            <span>{texts.position(number, items.length)}</span>
            <span>{item.required ? strings.required : strings.optional}</span>
            <ItemStatusBadge
              isPill
              status={item.status}
              audience="contact"
              isStarted={draft !== undefined}
              isClosed={isClosed(request)}
            />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <ReadyBanner ready={ready} />
        {item.help ? <p className="whitespace-pre-wrap">{item.help}</p> : null}
        <DecisionPanel item={item} request={request} />
        <AnswerForm
          key={item.id}
          path={{ publicId }}
          item={item}
          draft={startOf(item)}
          no={nextNumber(item)}
          files={files}
          isChecking={isChecking}
          isClosed={!mayAnswer}
        />
        {canWithdraw(item, request) ? (
          <Banner tone="info" title={texts.submitted(request.firm)}>
            {texts.submittedLead}
          </Banner>
        ) : null}
        {!mayAnswer && sent ? (
          <Card labelledBy="sent">
            <h2 id="sent" className="mb-2 font-semibold">
              {texts.yourAnswer}
            </h2>
            <AnswerView submission={sent} />
          </Card>
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
        {earlier.length > 0 ? (
          <details
            className="rounded-lg border border-line bg-surface p-4"
            // Show the files of the returned version, so that the contact can compare the new files
            // with them.
            open={mayAnswer && item.kind === "file" && item.status === "returned"}
          >
            <summary className="font-medium">{texts.earlier}</summary>
            <ol className="mt-3 divide-y divide-line">
              {earlier.map((submission) => (
                <li key={submission.id} className="py-3">
                  <h3 className="mb-1 text-sm font-semibold">{texts.version(submission.no)}</h3>
                  <AnswerView submission={submission} />
                  {submission.decisionNote ? (
                    <p className="mt-2 text-sm whitespace-pre-wrap text-ink-muted">
                      <span className="font-medium">{texts.firmNote}: </span>
                      {submission.decisionNote}
                    </p>
                  ) : null}
                </li>
              ))}
            </ol>
          </details>
        ) : null}
      </div>
    </>
  );
});
