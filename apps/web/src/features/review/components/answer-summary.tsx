import { CalendarDays, ListChecks, Paperclip, TextCursorInput } from "lucide-react";
import type { ItemKind } from "@/features/items/types";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatBytes, formatCount, formatDate } from "@/lib/format/format";

const PDF = "application/pdf";

/** Says in one line what was sent: `12 PDFs · 8.4 MB`, `xray-lease.pdf`, or the start of a text. */
export function answerSummary(submission: ReviewSubmission): { text: string; isOfFiles: boolean } {
  const { answer, notApplicable, clientNote, files } = submission;
  if (notApplicable) return { text: strings.doesNotApply(clientNote), isOfFiles: false };
  const [file] = files;
  if (file && files.length === 1) return { text: file.name, isOfFiles: true };
  if (file) {
    const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
    const noun = files.every(({ mime }) => mime === PDF) ? "PDF" : "file";
    return { text: `${formatCount(files.length, noun)} · ${formatBytes(bytes)}`, isOfFiles: true };
  }
  if (answer?.text) return { text: `“${answer.text}”`, isOfFiles: false };
  if (answer?.choices) return { text: answer.choices.join(", "), isOfFiles: false };
  return { text: answer?.date ? formatDate(answer.date) : "", isOfFiles: false };
}

const ICONS: Record<ItemKind, typeof Paperclip> = {
  file: Paperclip,
  text: TextCursorInput,
  choice: ListChecks,
  date: CalendarDays,
};

export function AnswerSummary({
  kind,
  submission,
}: {
  kind: ItemKind;
  submission: ReviewSubmission;
}) {
  const { text } = answerSummary(submission);
  const Icon = ICONS[kind];
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-muted">
      <Icon aria-hidden strokeWidth={1.75} className="size-3.5 shrink-0 text-ink-subtle" />
      <span dir="auto" className="truncate">
        {text}
      </span>
    </span>
  );
}
