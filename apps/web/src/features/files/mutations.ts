import "server-only";
import type { Db } from "@/lib/backend/db";

/** Only files of a draft can be removed. */
export function removeFile(db: Db, fileId: string) {
  return db.rpc("remove_file", { file_id: fileId });
}
