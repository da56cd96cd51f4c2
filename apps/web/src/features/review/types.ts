import type { AnswerStart, FileEntry, Submission } from "@/features/items/types";

export type ReviewFile = Omit<FileEntry, "rejectCode" | "sender"> & {
  uploaderKind: "contact" | "staff";
  /** Null if the caller may not see the sender's name. */
  uploaderName: string | null;
};

export type Actor = { id: string; name: string | null; imageUrl: string | null };

export type ReviewSubmission = Omit<Submission, "version" | "files"> & {
  itemId: string;
  submittedBy: string | null;
  submittedByName: string | null;
  isOnBehalf: boolean;
  decidedByName: string | null;
  submitter: Actor | null;
  decider: Actor | null;
  files: ReviewFile[];
};

export type OwnDraft = AnswerStart & { no: number; files: FileEntry[] };

export type Decision = "accepted" | "partial" | "returned" | "waived";
