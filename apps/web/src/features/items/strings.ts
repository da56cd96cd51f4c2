import type { AcceptGroup } from "@/features/files/schema";
import type { ItemKind, ItemStatus } from "@/features/items/types";
import { formatCount } from "@/lib/format/format";

export const itemKind: Record<ItemKind, string> = {
  file: "File",
  text: "Text answer",
  choice: "Choice",
  date: "Date",
};

export const acceptGroup: Record<AcceptGroup, string> = {
  pdf: "PDF",
  image: "Images",
  document: "Documents (PDF, DOCX, PPTX, ODT)",
  spreadsheet: "Spreadsheets (XLSX, ODS, CSV)",
  text: "Text (TXT, CSV)",
};

const UNFINISHED = "Choose the unfinished file again, or remove it.";

export const strings = {
  staffStatus: {
    open: "Waiting for client",
    submitted: "To review",
    accepted: "Accepted",
    partial: "More needed",
    returned: "Returned",
    waived: "Waived",
  } satisfies Record<ItemStatus, string>,
  contactStatus: {
    open: "To do",
    submitted: "Sent",
    accepted: "Accepted",
    partial: "More needed",
    returned: "Needs correction",
    waived: "Not needed",
  } satisfies Record<ItemStatus, string>,
  staffClosed: {
    open: "Not answered",
    submitted: "Not decided",
    partial: "Accepted in part",
    returned: "Returned",
  } satisfies Partial<Record<ItemStatus, string>>,
  contactClosed: {
    open: "Not sent",
    partial: "Accepted in part",
    returned: "Returned",
  } satisfies Partial<Record<ItemStatus, string>>,
  draftSaved: "Draft saved",
  optional: "Optional",
  list: {
    progress: (done: number, total: number) => `${done} of ${total} done`,
    minutesLeft: (minutes: number) => `About ${minutes} minutes left`,
    forClient: (client: string) => `For ${client}`,
    due: (date: string) => `Due ${date}`,
    overdue: (date: string) => `Was due ${date}`,
    start: "Start",
    next: "Next item",
    more: "Answer an optional item",
    corrections: "Needs correction",
    needed: "Needed from you",
    complete: "Items",
    optional: "Optional items",
    accepted: (count: number) => `${count} accepted`,
    files: (count: number) => formatCount(count, "file"),
    quote: (note: string) => `“${note}”`,
    sent: (title: string) => `You sent “${title}”.`,
    saved: (title: string) => `The draft of “${title}” is saved. It is not sent yet.`,
    messageFrom: (firm: string) => `Message from ${firm}`,
    readMore: "Read more",
    readLess: "Show less",
    emailFirm: (firm: string) => `Email ${firm}`,
  },
  done: {
    title: "Everything is sent",
    lead: (firm: string) =>
      `${firm} will check what you sent and email you if anything is missing. You can withdraw an answer until ${firm} reviews it.`,
    close: "You can close this page.",
    enoughTitle: "Everything required is sent",
    enoughLead: "The remaining items are optional. You can still answer them.",
    complete: "This request is complete",
    completeLead: (firm: string) =>
      `${firm} completed this request. You don’t need to do anything else.`,
    receipt: "Receipt",
    receiptLead: "Your answers, the time each was sent, and the SHA-256 fingerprint of each file.",
    print: "Print receipt",
    none: "Nothing was sent.",
    waived: "No longer needed.",
    notApplicable: "Does not apply",
    submittedAt: (at: string) => `Sent ${at}`,
    decidedAt: (at: string) => `Reviewed ${at}`,
  },
  item: {
    position: (number: number, total: number) => `Item ${number} of ${total}`,
    returned: (firm: string) => `${firm} asked for a correction`,
    partial: (firm: string) => `${firm} accepted your answer and needs more`,
    accepted: (firm: string) => `${firm} accepted your answer.`,
    waived: (firm: string) => `${firm} no longer needs this item.`,
    closed: "This request is closed. You can read it, but you cannot change it.",
    submitted: (firm: string) => `${firm} will review your answer.`,
    submittedLead: "Until then, you can withdraw your answer and change it.",
    withdraw: "Withdraw",
    withdrawn: "You withdrew your answer. The firm can’t see it until you send it again.",
    yourAnswer: "Your answer",
    files: "Files",
    earlier: "Earlier versions",
    /**
     * Shown while the versions are collapsed. `numbers` starts with the newest version, which was
     * sent on `date`.
     */
    earlierSent: (numbers: readonly number[], date: string) =>
      numbers.length === 1
        ? `Version ${numbers[0]}, sent ${date}`
        : `${numbers.length} versions, last sent ${date}`,
    version: (no: number) => `Version ${no}`,
    note: "Note",
    noteTo: (firm: string) => `Note to ${firm}`,
    inBrackets: "(optional)",
    reason: "Reason",
    reasonHint: "Briefly say why this doesn’t apply to you.",
    notApplicable: "This doesn’t apply to us",
    filesGo:
      "If you send this answer, the files you added here are removed. The firm does not get them.",
    notApplicableShort: "Does not apply",
    chooseOne: "Choose one",
    chooseSeveral: "Choose all that apply",
    date: "Date",
    send: "Send answer",
    sendAgain: "Send again",
    saveDraft: "Save for later",
    due: (date: string) => `Due ${date}`,
    firmNote: "Note from the firm",
    yourNote: "Your note",
  },
  onBehalf: {
    submit: "Send answer",
    open: "Answer for the client",
    unsent: "Your unsent answer",
    lead: "For answers that you got on paper, by phone or by email. The client sees your answer, and the activity shows that you sent it on the client’s behalf.",
    yourAnswer: "Answer",
    notApplicable: "This doesn’t apply to the client",
    noteHint: "How you got the answer, for example, “by phone”",
    reasonHint: "Briefly say why this doesn’t apply.",
    filesGo: "If you send this answer, the files you added here are removed.",
    startedByOther:
      "Someone else has worked on this answer, so you cannot send it. The client can still finish it.",
    started: "You started to answer this item on behalf of the client.",
    submitted:
      "You sent this answer on behalf of the client. You can withdraw it until someone decides on it.",
  },
  autosave: {
    idle: "",
    saving: "Saving…",
    saved: "Draft saved. Not sent yet.",
    unsent: "Not sent yet.",
    missing: {
      file: "Not sent yet. Add a file first.",
      text: "Not sent yet. Write an answer first.",
      choice: "Not sent yet. Choose an answer first.",
      date: "Not sent yet. Enter a date first.",
    } satisfies Record<ItemKind, string>,
    unfinished: `Not sent yet. ${UNFINISHED}`,
    unchanged: "Not sent yet. Change the answer or note.",
  },
  rules: {
    text: "Write an answer.",
    choice: "Choose an answer.",
    date: "Enter a date.",
    files: "Add a file, or say that this doesn’t apply.",
    filesPending: "A file is still being checked.",
    filesArriving: (count: number) =>
      `Not sent yet: ${count === 1 ? "one file is" : `${count} files are`} still uploading. Keep this page open. We’ll send your answer when the upload is done.`,
    filesChecking:
      "A file is still being checked. Keep this page open. We’ll send your answer after the check.",
    filesLost:
      "Not sent: a file did not arrive or was not accepted. Remove that file or choose another.",
    filesFailed: (count: number) =>
      count === 1 ? "1 file was not uploaded." : `${count} files were not uploaded.`,
    filesRefused: (count: number) =>
      count === 1 ? "1 file was not added." : `${count} files were not added.`,
    filesUnfinished: UNFINISHED,
    reason: "Give a reason of at least 3 characters.",
  },
  ready: {
    label: "Answers that are ready to send",
    status: "Ready to send",
    title: (count: number) =>
      count === 1 ? "1 answer is ready but not sent." : `${count} answers are ready but not sent.`,
    others: (titles: readonly string[]) =>
      titles.length === 1
        ? `“${titles[0]}” is ready but not sent.`
        : `${titles.length} other answers are ready but not sent.`,
    unseenBy: (firm: string, count: number) =>
      `${firm} can’t see ${count === 1 ? "it" : "them"} yet.`,
    send: (count: number) => `Send ${formatCount(count, "answer")}`,
    sent: (count: number) => `You sent ${formatCount(count, "answer")}.`,
    notSent: (title: string, why: string) => `“${title}”: ${why}`,
    some: (sent: number, all: number) =>
      sent > 0
        ? `You sent ${sent} of ${all} answers.`
        : `Your ${all === 1 ? "answer was" : "answers were"} not sent.`,
  },
  later: {
    waiting: "Not sent yet. Keep this page open. We’ll keep trying to send your answer.",
    ask: "You tried to send this answer more than 12 hours ago. Send it now?",
    changed: "Not sent, because this answer changed in the meantime. Check it, then send it again.",
    stopped: "Not sent, because you changed your answer. Send it when you are done.",
    signIn:
      "Not sent yet, because you were signed out. Choose the send button and sign in. We’ll then send your answer.",
    send: "Send now",
    stop: "Don’t send",
  },
  waiting: { stop: "Don’t send yet" },
  conflict: {
    field: { answer: "Answer", notApplicable: "Does not apply", clientNote: "Note" },
    yes: "Yes",
    no: "No",
  },
  unsent: {
    answer: "Your unsent answer. Copy it to keep it.",
    note: "Your unsent note. Copy it to keep it.",
    copyAnswer: "Copy your unsent answer",
    copyNote: "Copy your unsent note",
    discard: "Discard answer",
  },
  connection: {
    offline: "You’re offline. Keep this page open, or you may lose your draft.",
    unreachable: "Dossier can’t be reached. Keep this page open, or you may lose your draft.",
  },
  loading: "Loading the checklist…",
} as const;
