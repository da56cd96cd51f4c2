import type { AcceptGroup } from "@/features/files/schema";
import type { FileSender } from "@/features/files/types";
import type { VersionRow } from "@/lib/forms/form-state";

export type Audience = "contact" | "staff";

export type ItemKind = "file" | "text" | "choice" | "date";

export type ItemStatus = "open" | "submitted" | "accepted" | "partial" | "returned" | "waived";

export type SubmissionStatus = "draft" | "submitted" | "accepted" | "partial" | "returned";

export type Answer = {
  text?: string | undefined;
  choices?: string[] | undefined;
  date?: string | undefined;
};

export type ChoiceOptions = { choices: string[]; multiple: boolean };

export type FileStatus = "uploading" | "checking" | "ready" | "rejected" | "failed" | "removed";

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

export type SentVersion = Submission & { status: Exclude<SubmissionStatus, "draft"> };

export type Submission = {
  id: string;
  no: number;
  /** The number of saves that changed the draft. */
  version: number;
  status: SubmissionStatus;
  answer: Answer | null;
  notApplicable: boolean;
  clientNote: string;
  decisionNote: string;
  submittedAt: string | null;
  decidedAt: string | null;
  /** The id of the member who decided. Set only on pages for contacts. */
  decidedBy?: string | null;
  files: FileEntry[];
};

export type ReadyItem = {
  requestId: string;
  itemId: string;
  title: string;
  no: number;
  version: number;
};

export type AnswerInput = Pick<Submission, "answer" | "notApplicable" | "clientNote">;

export type AnswerStart = AnswerInput & { version: number };

export type ItemDefinition = {
  /** Undefined until the server has saved the draft with this item. */
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

export type Item = ItemDefinition & {
  id: string;
  position: number;
  status: ItemStatus;
  version: number;
  waiveNote: string | null;
};

export type AnsweredItem = Item & { submissions: Submission[] };

export type StaffPerson = {
  userId: string;
  /** Null if the member has set no name. Pages then show the firm's name. */
  name: string | null;
  imageUrl: string | null;
};

/** `people` contains the sender and all members who decided on the answers to the request. */
export type RequestStaff = { sender: StaffPerson | null; people: readonly StaffPerson[] };

export type ContactRequest = {
  id: string;
  publicId: string;
  firm: string;
  logoPath: string | null;
  brandColor: string | null;
  replyEmail: string;
  postalAddress: string | null;
  clientName: string;
  timeZone: string;
  title: string;
  message: string;
  status: "open" | "complete";
  dueOn: string | null;
};

export type SavedVersion = { version: number };

/** The version of a draft that someone else stored, and its differences from the typed answer. */
export type ConflictingAnswer = { version: number; versions: VersionRow[] };
