import type { Metadata, Route } from "next";
import { guarded } from "@/app/_components/guarded";
import { firmTitle, PageTitle, titleOnceKnown } from "@/app/_components/page-title";
import { PageRefresh } from "@/components/live/page-refresh";
import { ButtonLink, CONTACT_BUTTON } from "@/components/ui/button";
import { CHECKING_SECONDS } from "@/features/files/schema";
import { AnswerForm } from "@/features/items/components/answer-form";
import { ContactAnswer } from "@/features/items/components/contact-answer";
import { EarlierVersions } from "@/features/items/components/earlier-versions";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { ItemTitle } from "@/features/items/components/item-title";
import { LastDecision } from "@/features/items/components/last-decision";
import { ReadyBanner } from "@/features/items/components/ready-banner";
import { SendBar } from "@/features/items/components/send-bar";
import { WithdrawForm } from "@/features/items/components/withdraw-form";
import { loadItem, loadReady, loadRequestStaff } from "@/features/items/loaders";
import { canAnswer, canWithdraw } from "@/features/items/permissions";
import {
  draftOf,
  latestSent,
  liveFiles,
  nextNumber,
  nextStep,
  startOf,
  withoutReady,
} from "@/features/items/selectors";
import { strings } from "@/features/items/strings";

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
  // This page has its own Send button, so list only the other ready answers.
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
  const versions = (
    <EarlierVersions submissions={earlier} shownNoteOf={sent?.id} timeZone={request.timeZone} />
  );
  const readyIds = new Set(ready.map(({ itemId }) => itemId));
  const next =
    request.status === "open" ? nextStep(withoutReady(items, readyIds), false, item.id) : undefined;
  return (
    <>
      {isChecking ? <PageRefresh everySeconds={CHECKING_SECONDS} /> : null}
      <PageTitle firm={request.firm}>{item.title}</PageTitle>
      <div className="flex flex-col gap-5">
        <ItemTitle item={item} request={request} />
        <LastDecision item={item} request={request} people={people} />
        <WithdrawForm itemId={item.id} isSent={canWithdraw(item, request)}>
          <div className="min-w-0 grow basis-40">
            {next ? null : (
              <p className="mb-0.5">
                <ItemStatusBadge status={item.status} audience="contact" isClosed={false} />
              </p>
            )}
            <p className="font-semibold">{texts.submitted(request.firm)}</p>
            <p className="text-ink-muted">{texts.submittedLead}</p>
          </div>
        </WithdrawForm>
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
          isReady={allReady.length > ready.length}
          isClosed={!mayAnswer}
          isCorrection={item.status === "returned"}
        >
          {mayAnswer ? versions : null}
        </AnswerForm>
        {!mayAnswer && sent ? (
          <section aria-labelledby="sent" className="rounded-xl border border-line p-3.5">
            <h2 id="sent" className="mb-2 font-semibold">
              {texts.yourAnswer}
            </h2>
            <ContactAnswer submission={sent} />
          </section>
        ) : null}
        {!mayAnswer && next ? (
          <SendBar isFixed>
            {item.status === "submitted" ? (
              <p className="flex justify-center">
                <ItemStatusBadge status={item.status} audience="contact" isClosed={false} />
              </p>
            ) : null}
            <ButtonLink
              href={`/r/${publicId}/items/${next.item.id}` as Route}
              variant={next.label === "more" ? "secondary" : "primary"}
              className={CONTACT_BUTTON}
            >
              {strings.list[next.label]}
            </ButtonLink>
          </SendBar>
        ) : null}
        <ReadyBanner ready={ready} firm={request.firm} isAside />
        {mayAnswer ? null : versions}
      </div>
    </>
  );
});
