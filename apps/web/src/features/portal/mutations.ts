import "server-only";
import type { Db } from "@/lib/backend/db";

/** Records the visit of a recipient. Fails for all other users. */
export function openRequest(db: Db, publicId: string) {
  return db.rpc("open_request", { public_id: publicId });
}
