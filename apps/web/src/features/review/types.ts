import type { AnswerStart, FileEntry, Submission } from "@/features/items/types";

export type ReviewFile = Omit<FileEntry, "rejectCode" | "sender"> & {
  uploaderKind: "contact" | "staff";
  /** Null if the caller may not know the sender's name. */
  uploaderName: string | null;
};

/** A person who sent or decided on an answer. */
export type Actor = { id: string; name: string | null; imageUrl: string | null };

export type ReviewSubmission = Omit<Submission, "version" | "files"> & {
  itemId: string;
  submittedBy: string | null;
  submittedByName: string | null;
  /** True if staff submitted it on behalf of the contact. */
  isOnBehalf: boolean;
  decidedByName: string | null;
  submitter: Actor | null;
  decider: Actor | null;
  files: ReviewFile[];
};

export type OwnDraft = AnswerStart & { no: number; files: FileEntry[] };

export type Decision = "accepted" | "partial" | "returned" | "waived";

/** A decision whose note the user is writing. Accepting needs no note, but can have one. */
export type DecisionMode = Decision;
