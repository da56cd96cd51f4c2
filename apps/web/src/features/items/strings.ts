import type { AcceptGroup } from "@/features/files/schema";
import type { ItemKind, ItemStatus } from "@/features/items/types";
import { sentenceFor } from "@/lib/errors/error-sentences";

export const itemKind: Record<ItemKind, string> = {
  file: "File",
  text: "Text answer",
  choice: "Choice",
  date: "Date",
};

export const acceptGroup: Record<AcceptGroup, string> = {
  pdf: "PDF",
  image: "Images",
  document: "Documents",
  spreadsheet: "Spreadsheets",
  text: "Text",
};

export const strings = {
  staffStatus: {
    open: "Waiting for client",
    submitted: "To review",
    accepted: "Accepted",
    partial: "Accepted, more needed",
    returned: "Returned",
    waived: "Waived",
  } satisfies Record<ItemStatus, string>,
  contactStatus: {
    open: "To do",
    submitted: "Submitted",
    accepted: "Accepted",
    partial: "More needed",
    returned: "Needs correction",
    waived: "Not needed",
  } satisfies Record<ItemStatus, string>,
  /** Statuses of undecided items in a closed request. */
  staffClosed: {
    open: "Not answered",
    submitted: "Not decided",
    partial: "Accepted in part",
    returned: "Returned",
  } satisfies Partial<Record<ItemStatus, string>>,
  contactClosed: {
    open: "Not sent",
    partial: "Accepted in part",
    returned: "Not accepted",
  } satisfies Partial<Record<ItemStatus, string>>,
  started: "Started",
  kinds: { file: "File", text: "Answer", choice: "Choice", date: "Date" },
  required: "Required",
  optional: "Optional",
  list: {
    progress: (done: number, total: number) => `${done} of ${total} done`,
    progressLabel: "Items done",
    due: (date: string) => `Due ${date}`,
    dueToday: "Due today",
    overdue: (date: string) => `Was due ${date}`,
    next: "Next item",
    needed: "Needed from you",
    /** Replaces both headings when all items are done. */
    complete: "What you sent",
    optional: "If you have it",
    sent: (title: string) => `You submitted “${title}”.`,
    messageFrom: (firm: string) => `Message from ${firm}`,
  },
  done: {
    title: "Everything is submitted",
    lead: (firm: string) =>
      `Thank you. ${firm} will review it and email you if something is missing. You can withdraw an answer until the firm decides on it.`,
    /** For a request in which only optional items are left. */
    enoughTitle: "Everything required is submitted",
    enoughLead: "The remaining items are optional. Send them if you have them.",
    complete: "This request is complete",
    completeLead: (firm: string) =>
      `${firm} has accepted everything it needs. Nothing is left to do.`,
    receipt: "Receipt",
    receiptLead: "What was sent, when, and the fingerprint (SHA-256) of each file.",
    print: "Print receipt",
    none: "Nothing was sent.",
    waived: "No longer needed.",
    notApplicable: "Doesn’t apply",
    submittedAt: (at: string) => `Submitted ${at}`,
    decidedAt: {
      accepted: (at: string) => `Accepted ${at}`,
      partial: (at: string) => `Accepted ${at}, and more was requested`,
      returned: (at: string) => `Returned for correction ${at}`,
    },
    /** Printed only: the time when the page was rendered. */
    asOf: (at: string) => `As of ${at}`,
  },
  item: {
    position: (number: number, total: number) => `Item ${number} of ${total}`,
    returned: (firm: string) => `${firm} needs a correction`,
    partial: (firm: string) => `${firm} accepted this and needs more`,
    accepted: (firm: string) => `${firm} accepted this.`,
    waived: (firm: string) => `${firm} no longer needs this.`,
    closed: "This request is closed. You can read it, but you cannot change it.",
    submitted: (firm: string) => `Submitted. ${firm} will review it.`,
    submittedLead: "Until the firm decides, you can withdraw your answer and change it.",
    withdraw: "Withdraw",
    yourAnswer: "Your answer",
    files: "Files",
    earlier: "Earlier versions",
    version: (no: number) => `Version ${no}`,
    note: "Note",
    reason: "Reason",
    noteHint: "Anything the firm should know about this.",
    reasonHint: "Briefly say why this doesn’t apply to you.",
    notApplicable: "This doesn’t apply to me",
    /** Shown at the checkbox if the answer has files. */
    filesGo: "Submitting this removes the files you added here. The firm does not get them.",
    notApplicableShort: "Doesn’t apply",
    chooseOne: "Choose one",
    chooseSeveral: "Choose all that apply",
    date: "Date",
    submit: "Submit",
    saveDraft: "Save for later",
    back: "All items",
    next: "Next item",
    firmNote: "Note from the firm",
    yourNote: "Your note",
  },
  onBehalf: {
    open: "Answer on behalf of the client",
    unsent: "Your unsent answer",
    lead: "For answers that you got on paper, by phone or by email. The client sees your answer, and the activity shows that you gave it.",
    yourAnswer: "Answer",
    notApplicable: "This doesn’t apply to the client",
    noteHint: "How you got the answer, for example “by phone”.",
    reasonHint: "Briefly say why this doesn’t apply.",
    begun: "Someone else has started this answer. Only that person or the client can finish it.",
    started: "You started to answer this on behalf of the client.",
    submitted:
      "You submitted this on behalf of the client. You can withdraw it until someone decides on it.",
  },
  autosave: {
    idle: "",
    saving: "Saving…",
    saved: "Draft saved",
  },
  rules: {
    text: "Write an answer.",
    choice: "Choose an answer.",
    date: "Enter a date.",
    files: "Add a file, or say that this doesn’t apply.",
    filesPending: "A file is still being checked. Try again in a moment.",
    filesArriving: (count: number) =>
      `Not submitted yet: ${count === 1 ? "one file is" : `${count} files are`} still uploading. We’ll submit your answer when the upload is done.`,
    filesChecking: "A file is still being checked. We’ll submit your answer after the check.",
    filesLost:
      "Not submitted: a file did not arrive or was not accepted. Choose another file or remove it.",
    filesUnfinished: "A file was not uploaded completely. Choose it again or remove it.",
    reason: "Give a reason of at least 3 characters.",
  },
  ready: {
    label: "Answers that are not sent yet",
    status: "Not sent yet",
    title: (count: number) =>
      count === 1 ? "1 answer is ready but not sent." : `${count} answers are ready but not sent.`,
    send: (count: number) => (count === 1 ? "Send 1 answer" : `Send ${count} answers`),
    sent: (count: number) => (count === 1 ? "You sent 1 answer." : `You sent ${count} answers.`),
    notSent: (title: string, why: string) => `“${title}”: ${why}`,
    some: (sent: number, all: number) => `You sent ${sent} of ${all} answers.`,
  },
  later: {
    waiting: "Not sent yet. Keep this page open. We’ll keep trying to send it.",
    ask: "You pressed Submit more than 12 hours ago, and your answer could not be sent. Send it now?",
    changed:
      "Not sent. This answer was changed after you pressed Submit. Check it, then press Submit again.",
    stopped: "Not sent. Press Submit when your answer is complete.",
    signIn: "Not sent yet. Press Submit and sign in again. Then we’ll send it.",
    send: "Send now",
    stop: "Don’t send",
  },
  waiting: { stop: "Don’t submit yet" },
  conflict: {
    field: { answer: "Answer", notApplicable: "Doesn’t apply", clientNote: "Note" },
    yes: "Yes",
    no: "No",
  },
  unsent: {
    closed: sentenceFor("item_closed"),
    answer: "Your unsent answer. Copy it to keep it.",
    note: "Your unsent note. Copy it to keep it.",
    discard: "Discard answer",
  },
  offline: "You are offline. Keep this page open. We’ll continue when you’re back online.",
  loading: "Loading the checklist…",
} as const;
