import type { FileStatus, SubmissionStatus } from "@/features/items/types";
import type { Decision } from "@/features/review/types";
import { formatCount, formatNames, formatNumber } from "@/lib/format/format";
import { endSentence } from "@/lib/format/sentences";

const MAX_READY = 3;

export const strings = {
  title: (item: string) => `Review: ${item}`,
  back: "Back to the request",
  items: "Items",
  waiting: (count: number) => (count === 0 ? "Nothing to review" : `${count} to review`),
  position: (index: number, total: number) => `Answer ${index} of ${total} to review`,
  previous: "Previous item",
  next: "Next item",
  shortcuts: "Keyboard shortcuts",
  breadcrumb: "Breadcrumb",
  nothingYet: "No answer has been sent",
  nothingLead: "The answer appears here as soon as the client sends it.",
  nothingWaived: "This item is waived, so the client no longer has to answer it.",
  nothingClosed: "The request is closed, so the client can no longer answer.",
  itemFacts: {
    kind: "Type of answer",
    choices: "Choices",
    help: "Help text",
    sent: "Request sent",
    reminded: "Last reminder",
  },
  ready: (titles: readonly string[]) => {
    const named = titles.slice(0, MAX_READY).map((title) => `“${title}”`);
    const rest = titles.length - named.length;
    const items = formatNames(rest > 0 ? [...named, `${formatNumber(rest)} more`] : named);
    return titles.length === 1
      ? `The answer for ${items} is ready, but the client has not sent it.`
      : `The answers for ${items} are ready, but the client has not sent them.`;
  },
  version: (no: number) => `Version ${no}`,
  versions: "Versions",
  compare: "Compare",
  withVersion: (no: number) => `with version ${no}`,
  compareWith: (no: number) => `Compare with version ${no}`,
  shownVersion: "Shown version",
  answer: "Answer",
  note: "Note from the client",
  notApplicable: "Does not apply",
  notChosen: "not chosen",
  doesNotApply: (reason: string) => (reason ? `Does not apply: “${reason}”` : "Does not apply"),
  reason: "Reason",
  sentBy: (who: string) => `Sent by ${who}`,
  sentOnBehalf: (who: string) => `Sent by ${who} on behalf of the client`,
  someone: "someone",
  decided: {
    returned: (who: string, no: number) => `${who} returned version ${no}`,
    partial: (who: string, no: number) => `${who} accepted version ${no} and asked for more`,
    accepted: (who: string, no: number) => `${who} accepted version ${no}`,
  },
  files: "Files",
  zoom: "Zoom",
  fit: "Fit",
  double: "200%",
  download: (name: string) => `Download ${name}`,
  preview: (name: string) => `Preview of ${name}`,
  page: (number: number, total: number) => `Page ${number} of ${total}`,
  pageShort: (number: number, total: number) => `${number} / ${total}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  loading: "Preparing the preview…",
  noPreview: "This kind of file has no preview. Download the file to see it.",
  previewFailed: "The preview could not be shown.",
  downloadInstead: "Download the file",
  text: {
    row: "Row",
    empty: "This file has no rows.",
    moreRows: (count: number) =>
      count === 1 ? "1 more row is not shown." : `${formatNumber(count)} more rows are not shown.`,
    moreColumns: (count: number) =>
      count === 1
        ? "1 more column is not shown."
        : `${formatNumber(count)} more columns are not shown.`,
    broken: (no: number) => `Row ${formatNumber(no)} and all rows after it cannot be read.`,
    open: (no: number) =>
      `Row ${formatNumber(no)} and all rows after it are not shown. A cell in row ${formatNumber(no)} starts with a quotation mark, but the closing quotation mark is not in the first 512\u00a0KB of the file.`,
    rest: "The rest of the file is not shown.",
    downloadAll: "Download the whole file",
  },
  imageMissing: "An image in this file cannot be shown here. Download the file to see all of it.",
  notReady: (status: string) => `This file has no preview. Status: ${status}.`,
  noFiles: "This version has no files.",
  notInVersion: (no: number) => `This file is not in version ${no}.`,
  sameAs: (no: number) => `This is the same file as in version ${no}.`,
  changes: {
    changed: (count: number, names: string) =>
      endSentence(`${formatCount(count, "file")} changed${names ? `: ${names}` : ""}`),
    added: (count: number, names: string) =>
      endSentence(
        `${formatCount(count, "file")} ${count === 1 ? "is" : "are"} new${names ? `: ${names}` : ""}`,
      ),
    removed: (count: number, names: string) =>
      endSentence(
        `${formatCount(count, "file")} ${count === 1 ? "is" : "are"} no longer included${names ? `: ${names}` : ""}`,
      ),
    same: (count: number, no: number) =>
      count === 1
        ? `The other file is the same as in version ${no}.`
        : `The other ${count} files are the same as in version ${no}.`,
    none: (no: number) => `All files are the same as in version ${no}.`,
  },
  file: "File",
  from: "From",
  checks: "Checks",
  sha256: "Fingerprint",
  copySha256: "Copy fingerprint",
  copied: "Copied",
  selected: "The fingerprint is selected. Copy it with Ctrl+C or ⌘C.",
  record: "Record",
  event: (id: number) => `Event ${id}`,
  fromContact: (who: string | null) => (who ? `${who}, the client’s contact` : "The client"),
  fromStaff: (who: string | null) => `${who ?? "Staff"}, on behalf of the client`,
  decision: "Decision",
  accept: "Accept",
  acceptWithNote: "Accept with a note",
  more: "Accept and ask for more",
  return: "Return",
  waive: "Waive",
  other: "Other",
  otherDecisions: "Other decisions",
  cancel: "Cancel",
  unsentNoteHint: (note: string) => `Your unsent note: “${note}”`,
  done: {
    accepted: (item: string) => `Accepted “${item}”`,
    returned: (item: string) => `Returned “${item}”`,
    partial: (item: string) => `Accepted “${item}” and asked for more`,
    waived: (item: string) => `Waived “${item}”`,
  },
  undo: "Undo",
  undone: (item: string) => `Decision undone: “${item}”`,
  notUndone: "The decision may not have been undone. Try again.",
  undoDecision: "Undo decision",
  waiveNote: "Reason",
  closed: "This request is closed. You can read it, but you cannot accept or return answers.",
  conflict: (message: string) => `${message} Check the item before you try again.`,
  stale: "This item changed in the meantime. Review it again before you decide.",
  unsentNote: "Your unsent note. Copy it to keep it.",
  copyNote: "Copy your unsent note",
  discardNote: "Discard note",
} as const;

export const modeTexts: Record<
  Decision,
  { heading: string; label: string; hint: string; button: string }
> = {
  accepted: {
    heading: "Accept with a note",
    label: "Note to the client",
    hint: "The client sees this note next to the accepted answer.",
    button: strings.accept,
  },
  returned: {
    heading: "Return",
    label: "Note to the client",
    hint: "Say what to correct.",
    button: strings.return,
  },
  partial: {
    heading: strings.more,
    label: "Note to the client",
    hint: "Say what else you need.",
    button: strings.more,
  },
  waived: {
    heading: "Waive",
    label: "Reason",
    hint: "The client no longer has to answer this item, and sees the reason.",
    button: strings.waive,
  },
};

export const neverDecided = "Not decided";

export const submissionStatus: Record<SubmissionStatus, string> = {
  draft: "Draft",
  submitted: "To review",
  accepted: "Accepted",
  partial: "More needed",
  returned: "Returned",
};

export const fileStatus: Record<FileStatus, string> = {
  uploading: "Uploading",
  checking: "Being checked",
  ready: "Type checked",
  rejected: "Not accepted",
  failed: "Failed",
  removed: "Removed",
};

export const fileChecks: Record<FileStatus, string> = {
  uploading: "Not checked yet",
  checking: "File type being checked",
  ready: "File type checked",
  rejected: "Did not pass the checks",
  failed: "Not checked, because the upload failed",
  removed: "File removed",
};
