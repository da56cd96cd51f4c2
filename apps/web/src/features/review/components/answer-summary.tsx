import { KindIcon } from "@/features/items/components/kind-icon";
import type { ItemKind } from "@/features/items/types";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount, formatDate } from "@/lib/format/format";

const PDF = "application/pdf";

export function filesSummary(files: ReviewSubmission["files"]): string {
  if (files.length === 0) return "";
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  const noun = files.every(({ mime }) => mime === PDF) ? "PDF" : "file";
  return `${formatCount(files.length, noun)} · ${formatBytes(bytes)}`;
}

function answerSummary(submission: ReviewSubmission): string {
  const { answer, notApplicable, clientNote, files } = submission;
  if (notApplicable) return strings.doesNotApply(clientNote);
  const [file] = files;
  if (file && files.length === 1) return file.name;
  if (file) return filesSummary(files);
  if (answer?.text) return `“${answer.text}”`;
  if (answer?.choices) return answer.choices.join(", ");
  return answer?.date ? formatDate(answer.date) : "";
}

export function AnswerSummary({
  kind,
  submission,
}: {
  kind: ItemKind;
  submission: ReviewSubmission;
}) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-muted">
      <KindIcon kind={kind} className="size-3.5 shrink-0 text-ink-subtle" />
      <span dir="auto" className="truncate">
        {answerSummary(submission)}
      </span>
    </span>
  );
}
