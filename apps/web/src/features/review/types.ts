import type { Answer, FileEntry, FileStatus, SubmissionStatus } from "@/features/items/types";

/** A file as the firm sees it. */
export type ReviewFile = {
  id: string;
  name: string;
  bytes: number;
  mime: string;
  status: FileStatus;
  sha256: string | null;
  uploadedAt: string;
  uploaderKind: "contact" | "staff";
  /** Who sent it, as far as the caller may know. */
  uploaderName: string | null;
};

/** One version of what was sent for an item. */
export type Submission = {
  id: string;
  itemId: string;
  no: number;
  status: SubmissionStatus;
  answer: Answer | null;
  notApplicable: boolean;
  clientNote: string;
  decisionNote: string | null;
  submittedAt: string | null;
  submittedBy: string | null;
  submittedByName: string | null;
  /** Whether staff of the firm sent it, not the contact. */
  isOnBehalf: boolean;
  decidedAt: string | null;
  decidedByName: string | null;
  files: ReviewFile[];
};

/** What the signed-in member has begun to answer on behalf of a contact. */
export type OwnDraft = {
  no: number;
  answer: Answer | null;
  not_applicable: boolean;
  client_note: string;
  version: number;
  files: FileEntry[];
};

/** What a reviewer may decide. */
export type Decision = "accepted" | "partial" | "returned";
