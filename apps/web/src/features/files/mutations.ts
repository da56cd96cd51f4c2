import "server-only";
import type { Db } from "@/lib/backend/db";

/** Works only for files of a draft. */
export function removeFile(db: Db, fileId: string) {
  return db.rpc("remove_file", { file_id: fileId });
}
