import type { AnswerStart, FileEntry, Submission } from "@/features/items/types";

export type ReviewFile = Omit<FileEntry, "rejectCode" | "sender"> & {
  uploaderKind: "contact" | "staff";
  /** Null if the caller may not know the sender's name. */
  uploaderName: string | null;
};

export type ReviewSubmission = Omit<Submission, "version" | "files"> & {
  itemId: string;
  submittedBy: string | null;
  submittedByName: string | null;
  /** True if staff submitted it on behalf of the contact. */
  isOnBehalf: boolean;
  decidedByName: string | null;
  files: ReviewFile[];
};

export type OwnDraft = AnswerStart & { no: number; files: FileEntry[] };

export type Decision = "accepted" | "partial" | "returned";
