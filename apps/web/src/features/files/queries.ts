import "server-only";
import { z } from "zod";
import type { Db } from "@/lib/backend/db";

const openedFile = z.object({
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  mime: z.string(),
  /** The text encoding that the inspection detected. */
  charset: z.enum(["utf-8", "windows-1252"]).nullable(),
  bytes: z.number(),
  sha256: z.string().nullable(),
});

export type OpenedFile = z.infer<typeof openedFile>;

export async function openFile(db: Db, fileId: string): Promise<OpenedFile> {
  const { data, error } = await db.rpc("open_file", { file_id: fileId });
  if (error) throw error;
  return openedFile.parse(data);
}

/**
 * Returns whether at least one file is not fully uploaded, or false if the query fails. A file that
 * is being inspected is fully uploaded.
 */
export async function hasUnfinished(db: Db, fileIds: readonly string[]): Promise<boolean> {
  const { data, error } = await db
    .from("files")
    .select("id")
    .in("id", fileIds)
    .eq("status", "uploading")
    .limit(1);
  return !error && data.length > 0;
}
