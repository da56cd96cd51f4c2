import "server-only";
import type { Db } from "@/lib/backend/db";

/** Fails for users who are not recipients. */
export function openRequest(db: Db, publicId: string) {
  return db.rpc("open_request", { public_id: publicId });
}
