export type FileSender = "you" | "contact" | "staff";

export type UploadState =
  | "waiting"
  | "sending"
  | "checking"
  | "paused"
  | "failed"
  | "refused"
  | "done";

export type UploadEntry = {
  key: string;
  name: string;
  bytes: number;
  state: UploadState;
  /** Fraction of the bytes that were sent, from 0 to 1. */
  share: number;
  message?: string | undefined;
  fileId?: string | undefined;
};
