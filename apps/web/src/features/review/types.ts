import type { AnswerStart, FileEntry, Submission } from "@/features/items/types";

/** A file as the firm sees it. */
export type ReviewFile = Omit<FileEntry, "rejectCode" | "sender"> & {
  uploaderKind: "contact" | "staff";
  /** The name of the sender, if the caller may know it. */
  uploaderName: string | null;
};

/** One version of an answer with the names of the people who sent and decided it. */
export type ReviewSubmission = Omit<Submission, "version" | "files"> & {
  itemId: string;
  submittedBy: string | null;
  submittedByName: string | null;
  /** Staff of the firm sent it, not the contact. */
  isOnBehalf: boolean;
  decidedByName: string | null;
  files: ReviewFile[];
};

/** The answer that the signed-in member has begun on behalf of a contact. */
export type OwnDraft = AnswerStart & { no: number; files: FileEntry[] };

export type Decision = "accepted" | "partial" | "returned";
