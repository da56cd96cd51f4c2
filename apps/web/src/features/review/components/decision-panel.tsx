import { Check, TriangleAlert } from "lucide-react";
import { RelativeTime } from "@/components/ui/relative-time";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { canAnswer } from "@/features/items/permissions";
import { isClosed } from "@/features/items/selectors";
import { filesSummary } from "@/features/review/components/answer-summary";
import { DecisionForm } from "@/features/review/components/decision-form";
import { Due } from "@/features/review/components/due";
import { FileDetails } from "@/features/review/components/file-details";
import { ItemIntro } from "@/features/review/components/item-intro";
import { AnswerOnBehalf, WithdrawOnBehalf } from "@/features/review/components/on-behalf";
import { ClientNote, DecisionNote } from "@/features/review/components/quoted-note";
import { UndoForm } from "@/features/review/components/undo-form";
import { UndoPending } from "@/features/review/components/undo-pending";
import { VersionList } from "@/features/review/components/version-list";
import type { ReviewView } from "@/features/review/loaders";
import { canDecide, canUndo, canWaive } from "@/features/review/permissions";
import { strings } from "@/features/review/strings";
import type { Decision, ReviewFile, ReviewSubmission } from "@/features/review/types";
import {
  changesOf,
  describeChanges,
  type FilePair,
  isUnchanged,
} from "@/features/review/viewer/pairs";
import { dateInZone, unbroken } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

type PanelProps = {
  org: { slug: string; timeZone: string };
  review: ReviewView;
  previous: ReviewSubmission | null;
  pairs: readonly FilePair<ReviewFile>[];
  mode: Decision | null;
  now: string;
};

type When = { timeZone: string; now: string };

function Sent({ submission, when }: { submission: ReviewSubmission; when: When }) {
  const files = filesSummary(submission.files);
  const who = unbroken(submission.submittedByName ?? strings.someone);
  const sentence = submission.isOnBehalf ? strings.sentOnBehalf(who) : strings.sentBy(who);
  return (
    <p className="mt-1 break-words text-ink-muted">
      {files ? <span className="block">{files}</span> : null}
      <span className="block">
        {sentence}
        {submission.submittedAt ? (
          <>
            , <RelativeTime at={submission.submittedAt} {...when} isInline />
          </>
        ) : null}
      </span>
    </p>
  );
}

function ChangeNote({ pairs, no }: { pairs: readonly FilePair<ReviewFile>[]; no: number }) {
  const changes = changesOf(pairs);
  const sentence = describeChanges(changes, no);
  if (!sentence) return null;
  const isWarning = isUnchanged(changes);
  const Icon = isWarning ? TriangleAlert : Check;
  return (
    <p
      className={`flex gap-2 text-xs ${isWarning ? "font-medium text-warning" : "text-ink-muted"}`}
    >
      <Icon
        aria-hidden
        className={`mt-px size-4 shrink-0 ${isWarning ? "text-warning-mark" : "text-success-mark"}`}
      />
      <span className="min-w-0 break-words">{sentence}</span>
    </p>
  );
}

export function DecisionPanel({ org, review, previous, pairs, mode, now }: PanelProps) {
  const { request, item, versions } = review;
  const when: When = { timeZone: org.timeZone, now };
  const hasEnded = isClosed(request);
  const newest = versions[0] ?? null;
  const mayDecide = canDecide(item, request);
  const mayWaive = canWaive(item, request);
  const mayUndo = canUndo(item, request);
  const noted = versions.find(({ status }) => status !== "submitted" && status !== "draft");
  const base = `/o/${org.slug}/requests/${request.id}`;
  return (
    <>
      <ItemIntro item={item} pairs={pairs}>
        {newest ? <Sent submission={newest} when={when} /> : null}
        {request.dueOn ? (
          <p
            className={classNames("mt-1 text-ink-muted side:hidden", newest ? "" : "max-md:hidden")}
          >
            <Due
              dueOn={request.dueOn}
              status={request.status}
              today={dateInZone(new Date(now), org.timeZone)}
            />
          </p>
        ) : null}
        {/* The viewer shows the same status next to the name of the newest version. */}
        {mayDecide || newest?.status === item.status ? null : (
          <p className={classNames("mt-2", newest ? "" : "max-md:hidden")}>
            <ItemStatusBadge status={item.status} audience="staff" isClosed={hasEnded} isPill />
          </p>
        )}
      </ItemIntro>
      {noted ? <DecisionNote version={noted} {...when} /> : null}
      {item.status === "waived" && item.waiveNote ? (
        <p className="rounded-box border border-line bg-sunken px-3 py-2.5 text-xs break-words whitespace-pre-wrap">
          <span className="font-semibold">{strings.waiveNote}: </span>
          {item.waiveNote}
        </p>
      ) : null}
      {previous ? <ChangeNote pairs={pairs} no={previous.no} /> : null}
      <UndoPending>
        {mayUndo ? <UndoForm item={item} hasWaive={mayWaive} /> : null}
        <DecisionForm
          key={`decision:${item.id}`}
          org={org}
          requestId={request.id}
          item={item}
          canDecide={mayDecide}
          canWaive={mayWaive}
          canUndo={mayUndo}
          mode={mode}
          nextWaitingId={review.nextWaitingId}
        />
      </UndoPending>
      {hasEnded && !mayUndo ? <p className="text-ink-muted">{strings.closed}</p> : null}
      {request.status === "open" && review.isOwn ? <WithdrawOnBehalf itemId={item.id} /> : null}
      {review.isOwn ? null : (
        <AnswerOnBehalf
          key={`answer:${item.id}`}
          org={org}
          requestId={request.id}
          item={item}
          draft={review.ownDraft}
          newest={newest ?? undefined}
          isClosed={!canAnswer(item, request)}
        />
      )}
      {newest ? <ClientNote version={newest} {...when} /> : null}
      {versions.length > 1 ? (
        <VersionList
          versions={versions}
          comparedNo={previous?.no ?? null}
          isClosed={hasEnded}
          {...when}
        />
      ) : null}
      <FileDetails
        pairs={pairs}
        record={
          review.event && {
            no: review.event.no,
            href: {
              pathname: base,
              query: { tab: "record", before: review.event.id + 1 },
              hash: `event-${review.event.no}`,
            },
          }
        }
      />
    </>
  );
}
