import type { useBackend } from "@dossier/backend-client/react";
import type { Database } from "@dossier/supabase/database.types";

export type UploadClient = ReturnType<typeof useBackend<Database>>;

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
  /**
   * From 0 to 1. Undefined for an upload from an earlier visit, until storage reports how many
   * bytes it already has.
   */
  share: number | undefined;
  message?: string | undefined;
  fileId?: string | undefined;
};
