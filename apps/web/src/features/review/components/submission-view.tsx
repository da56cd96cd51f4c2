import { answerText } from "@/features/review/components/answer-summary";
import { FilePreview } from "@/features/review/components/file-preview";
import { neverDecided, strings, submissionStatus } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatDateTime } from "@/lib/format/format";

export function SubmissionView({
  submission,
  isClosed,
  timeZone,
}: {
  submission: ReviewSubmission;
  /** In a closed request, no answer waits for a decision. */
  isClosed: boolean;
  timeZone: string;
}) {
  const text = answerText(submission);
  const { status } = submission;
  const when = (at: string) => formatDateTime(at, { timeZone });
  const someone = (name: string | null) => name ?? "Someone";
  return (
    <article className="flex flex-col gap-4">
      <p className="text-sm text-ink-muted">
        {strings.version(submission.no)} ·{" "}
        {isClosed && status === "submitted" ? neverDecided : submissionStatus[status]}
        {submission.submittedAt
          ? ` · ${(submission.isOnBehalf ? strings.submittedOnBehalf : strings.submitted)(someone(submission.submittedByName), when(submission.submittedAt))}`
          : ""}
      </p>
      {text ? (
        <div>
          <h3 className="text-sm font-semibold">{strings.answer}</h3>
          <p className="whitespace-pre-wrap">{text}</p>
        </div>
      ) : null}
      {submission.clientNote ? (
        <div>
          <h3 className="text-sm font-semibold">
            {submission.notApplicable ? strings.reason : strings.note}
          </h3>
          <p className="whitespace-pre-wrap">{submission.clientNote}</p>
        </div>
      ) : null}
      {submission.files.map((file) => (
        <FilePreview key={file.id} file={file} />
      ))}
      {submission.decidedAt ? (
        <div className="rounded-md bg-sunken p-3 text-sm">
          <p>{strings.decided(someone(submission.decidedByName), when(submission.decidedAt))}</p>
          {submission.decisionNote ? (
            <p className="mt-1 whitespace-pre-wrap">{submission.decisionNote}</p>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}
