import type { FileStatus, SubmissionStatus } from "@/features/items/types";

export const strings = {
  title: (item: string) => `Review: ${item}`,
  position: (index: number, total: number) => `${index} of ${total}`,
  previous: "Previous item",
  next: "Next item",
  nothingYet: "Nothing has been submitted for this item yet.",
  ready: (count: number) =>
    count === 1
      ? "1 answer is ready, but the client has not sent it."
      : `${count} answers are ready, but the client has not sent them.`,
  version: (no: number) => `Version ${no}`,
  earlier: "Earlier versions",
  answer: "Answer",
  note: "Note from the client",
  notApplicable: "Does not apply",
  reason: "Reason",
  submitted: (who: string, when: string) => `${who} submitted this on ${when}`,
  submittedOnBehalf: (who: string, when: string) =>
    `${who} submitted this on behalf of the client on ${when}`,
  decided: (who: string, when: string) => `${who} decided on ${when}`,
  files: "Files",
  download: (name: string) => `Download ${name}`,
  preview: (name: string) => `Preview of ${name}`,
  page: (number: number, total: number) => `Page ${number} of ${total}`,
  loading: "Preparing the preview…",
  noPreview: "This kind of file has no preview. Download the file to see it.",
  previewFailed: "The preview could not be shown. Download the file instead.",
  imageMissing: "An image in this file cannot be shown here. Download the file to see all of it.",
  notScanned: "Not virus-scanned",
  sha256: "Fingerprint (SHA-256)",
  sentBy: (who: string | null) => (who ? `From ${who}, the client’s contact` : "From the client"),
  sentByStaff: (who: string | null) => `Added by ${who ?? "staff"} on behalf of the client`,
  decision: "Decision",
  decisionNote: "Note to the client",
  decisionNoteHint: "Required when you return the answer or ask for more",
  modeHint: {
    returned: "Say what to correct.",
    partial: "Say what else you need.",
  },
  accept: "Accept",
  more: "Accept and ask for more",
  return: "Return",
  accepted: "Accepted",
  returned: "Returned with your note",
  partial: "Accepted, and asked for more",
  waived: "Waived",
  undo: "Undo",
  undone: "Decision undone",
  notUndone: "We don’t know whether the decision was undone. Try again.",
  waive: "No longer needed",
  waiveLead: "The client no longer has to answer this item.",
  waiveButton: "Waive item",
  waiveNote: "Reason",
  undoDecision: "Undo decision",
  keys: "Keys: J next, K previous, A accept, M ask for more, R return, W waive, Esc close. After M or R: Ctrl or ⌘ Enter to submit, Esc to cancel.",
  fewerKeys: "Keys: J next, K previous, W waive, Esc close",
  readingKeys: "Keys: J next, K previous, Esc close",
  closed: "This request is closed. You can read it, but you cannot decide.",
  stale: "This item changed in the meantime. Review it again before you decide.",
  unsentNote: "Your unsent note. Copy it to keep it.",
  discardNote: "Discard note",
} as const;

export const neverDecided = "Not decided";

export const submissionStatus: Record<SubmissionStatus, string> = {
  draft: "Draft",
  submitted: "Waiting for your decision",
  accepted: "Accepted",
  partial: "Accepted, more needed",
  returned: "Returned",
};

export const fileStatus: Record<FileStatus, string> = {
  uploading: "Uploading",
  checking: "Being checked",
  ready: "Checked",
  rejected: "Not accepted",
  failed: "Failed",
  removed: "Removed",
};
