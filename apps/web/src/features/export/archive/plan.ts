import { numbered, uniqueNames } from "@/features/export/archive/names";
import { strings } from "@/features/export/strings";
import type { ExportFile, ExportPlan, IndexRow, PlacedFile } from "@/features/export/types";
import type { Item } from "@/features/items/types";
import type { Request } from "@/features/requests/types";
import type { ReviewSubmission } from "@/features/review/types";

const ACCEPTED: readonly string[] = ["accepted", "partial"];

function answerText({ answer, notApplicable }: ReviewSubmission): string {
  if (notApplicable) return strings.notApplicable;
  if (!answer) return "";
  return answer.text ?? answer.choices?.join("; ") ?? answer.date ?? "";
}

/** Returns a time such as `2026-01-31 14:05:00`, in the firm's time zone. */
export function sheetTime(instant: string | null, timeZone: string): string {
  if (!instant) return "";
  // Use the Swedish format, because spreadsheets recognize it as a date.
  return new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone,
  }).format(new Date(instant));
}

function toRow(
  item: Item,
  submission: ReviewSubmission,
  { file, timeZone }: { file: PlacedFile | null; timeZone: string },
): IndexRow {
  return {
    section: item.section,
    item: item.title,
    status: strings.status[submission.status] ?? submission.status,
    answer: file ? "" : answerText(submission),
    note: submission.clientNote,
    path: file?.archivePath ?? "",
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? "",
    submittedBy: submission.submittedByName ?? "",
    submittedAt: sheetTime(submission.submittedAt, timeZone),
    decidedBy: submission.decidedByName ?? "",
    decidedAt: sheetTime(submission.decidedAt, timeZone),
  };
}

/**
 * Paths are `NN-section/NN-item/name`. The index has one row for each file, and one for each
 * accepted answer without files.
 */
export function planExport({
  firm,
  timeZone,
  exportedAt,
  request,
  submissions,
  files,
}: {
  firm: string;
  timeZone: string;
  exportedAt: string;
  request: Request;
  submissions: readonly ReviewSubmission[];
  files: readonly ExportFile[];
}): ExportPlan {
  const filesOf = Map.groupBy(files, (file) => file.submissionId);
  const versionsOf = Map.groupBy(
    submissions.filter(({ status }) => ACCEPTED.includes(status)),
    (submission) => submission.itemId,
  );
  const sections = [...Map.groupBy(request.items, (item) => item.section)];
  const rows: IndexRow[] = [];
  const placed: PlacedFile[] = [];
  for (const [sectionIndex, [section, items]] of sections.entries()) {
    const folder = numbered(sectionIndex, sections.length, section || strings.noSection);
    for (const [itemIndex, item] of items.entries()) {
      const path = `${folder}/${numbered(itemIndex, items.length, item.title)}`;
      const nameOnce = uniqueNames();
      for (const submission of (versionsOf.get(item.id) ?? []).toReversed()) {
        const own = (filesOf.get(submission.id) ?? []).map((file) => ({
          ...file,
          archivePath: `${path}/${nameOnce(file.name)}`,
        }));
        placed.push(...own);
        for (const file of own) rows.push(toRow(item, submission, { file, timeZone }));
        if (own.length === 0) rows.push(toRow(item, submission, { file: null, timeZone }));
      }
    }
  }
  return {
    firm,
    client: request.client.name,
    title: request.title,
    exportedAt,
    timeZone,
    rows,
    files: placed,
  };
}
