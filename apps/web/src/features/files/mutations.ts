import "server-only";
import type { Db } from "@/lib/backend/db";

/** Fails if the answer was submitted. */
export function removeFile(db: Db, fileId: string) {
  return db.rpc("remove_file", { file_id: fileId });
}
