import type { AcceptGroup } from "@/features/files/schema";
import type { FileSender } from "@/features/files/types";
import type { VersionRow } from "@/lib/forms/form-state";

/** The person who answers an item: a contact, or the firm's staff on their behalf. */
export type Audience = "contact" | "staff";

export type ItemKind = "file" | "text" | "choice" | "date";

export type ItemStatus = "open" | "submitted" | "accepted" | "partial" | "returned" | "waived";

export type SubmissionStatus = "draft" | "submitted" | "accepted" | "partial" | "returned";

/** The stored answer. Its shape depends on the item's kind. */
export type Answer = {
  text?: string | undefined;
  choices?: string[] | undefined;
  date?: string | undefined;
};

export type ChoiceOptions = { choices: string[]; multiple: boolean };

export type FileStatus = "uploading" | "checking" | "ready" | "rejected" | "failed" | "removed";

/** A file in a list. */
export type FileEntry = {
  id: string;
  name: string;
  bytes: number;
  mime: string;
  status: FileStatus;
  sha256: string | null;
  rejectCode: string | null;
  createdAt: string;
  sender: FileSender;
};

/** One version of an answer. */
export type Submission = {
  id: string;
  no: number;
  /** Counts the saves that changed it, as a draft. */
  version: number;
  status: SubmissionStatus;
  answer: Answer | null;
  notApplicable: boolean;
  clientNote: string;
  decisionNote: string;
  submittedAt: string | null;
  decidedAt: string | null;
  files: FileEntry[];
};

/** An answer that is ready and was not sent. */
export type ReadyItem = {
  requestId: string;
  itemId: string;
  title: string;
  no: number;
  version: number;
};

/** The fields of the answer form. */
export type AnswerInput = Pick<Submission, "answer" | "notApplicable" | "clientNote">;

/** The initial values of the answer form. */
export type AnswerStart = AnswerInput & { version: number };

/** An item as staff write it. */
export type ItemDefinition = {
  /** Absent until the draft that contains the item is saved. */
  id?: string | undefined;
  section: string;
  kind: ItemKind;
  title: string;
  help: string;
  options: ChoiceOptions;
  required: boolean;
  maxFiles: number;
  accept: AcceptGroup[];
};

/** An item of a request. */
export type Item = ItemDefinition & {
  id: string;
  position: number;
  status: ItemStatus;
  version: number;
  waiveNote: string | null;
};

/** An item with all versions of its answer, newest first. */
export type AnsweredItem = Item & { submissions: Submission[] };

/** A request as its contact sees it. */
export type ContactRequest = {
  id: string;
  publicId: string;
  firm: string;
  logoPath: string | null;
  timeZone: string;
  title: string;
  message: string;
  status: "open" | "complete";
  dueOn: string | null;
};

/** The result of a save, for a form that stays on the page. */
export type SavedAnswer = { version: number };

/** A draft that was changed elsewhere: its version, and where the own answer differs from it. */
export type AnswerConflict = { version: number; versions: VersionRow[] };
