import type { AnswerStart, FileEntry, Submission } from "@/features/items/types";

/** A file as the firm sees it. */
export type ReviewFile = Omit<FileEntry, "rejectCode" | "sender"> & {
  uploaderKind: "contact" | "staff";
  /** Who sent it, as far as the caller may know. */
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

/** What the signed-in member has begun to answer on behalf of a contact. */
export type OwnDraft = AnswerStart & { no: number; files: FileEntry[] };

/** What a reviewer may decide. */
export type Decision = "accepted" | "partial" | "returned";
