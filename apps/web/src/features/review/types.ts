import type { AnswerStart, FileEntry, Submission } from "@/features/items/types";

export type ReviewFile = Omit<FileEntry, "rejectCode" | "sender"> & {
  uploaderKind: "contact" | "staff";
  /** Null if the caller may not see the sender's name. */
  uploaderName: string | null;
};

/** The user who sent or decided on an answer. */
export type Actor = { id: string; name: string | null; imageUrl: string | null };

export type ReviewSubmission = Omit<Submission, "version" | "files"> & {
  itemId: string;
  submittedBy: string | null;
  submittedByName: string | null;
  /** True if staff submitted the answer on behalf of the contact. */
  isOnBehalf: boolean;
  decidedByName: string | null;
  submitter: Actor | null;
  decider: Actor | null;
  files: ReviewFile[];
};

export type OwnDraft = AnswerStart & { no: number; files: FileEntry[] };

export type Decision = "accepted" | "partial" | "returned" | "waived";

/** A decision for which the form asks for a note. When accepting, the note is optional. */
export type DecisionMode = Decision;
