/** The sender of a file, as far as the reader may know: the reader, a contact, or the firm's staff. */
export type FileSender = "you" | "contact" | "staff";

/** The state of an upload in this browser. */
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
  /** Explains a pause, a restart, a failure or a refusal. */
  message?: string | undefined;
  /** The stored file, once there is one. */
  fileId?: string | undefined;
};
