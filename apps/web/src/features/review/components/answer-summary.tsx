import { Paperclip } from "lucide-react";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatDate } from "@/lib/format/format";

export function answerText(submission: ReviewSubmission): string {
  const { answer } = submission;
  if (submission.notApplicable) return strings.notApplicable;
  if (answer?.text) return answer.text;
  if (answer?.choices) return answer.choices.join(", ");
  return answer?.date ? formatDate(answer.date) : "";
}

export function AnswerSummary({ submission }: { submission: ReviewSubmission | undefined }) {
  if (!submission) return null;
  const text = answerText(submission);
  return (
    <div className="mt-1 text-sm text-ink-muted">
      {text ? (
        <p dir="auto" className="truncate">
          {text}
        </p>
      ) : null}
      {submission.files.map((file) => (
        <p key={file.id} className="flex items-center gap-1.5">
          <Paperclip aria-hidden className="size-3.5 shrink-0" />
          <span dir="auto" className="truncate">
            {file.name}
          </span>
        </p>
      ))}
    </div>
  );
}
