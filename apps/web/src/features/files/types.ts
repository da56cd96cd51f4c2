/** Who sent a file, as far as whoever reads it may know: themselves, a contact, or the firm's staff. */
export type FileSender = "you" | "contact" | "staff";

/** Where an upload of this browser stands. */
export type UploadState =
  | "waiting"
  | "sending"
  | "checking"
  | "paused"
  | "failed"
  | "refused"
  | "done";

/** One upload of this browser, as the panel shows it. */
export type UploadEntry = {
  key: string;
  name: string;
  bytes: number;
  state: UploadState;
  /** Share of the bytes that were sent, 0…1. */
  share: number;
  /** Sentence when it was paused, begins again, failed or was refused. */
  message?: string | undefined;
  /** The stored file, once there is one. */
  fileId?: string | undefined;
};
