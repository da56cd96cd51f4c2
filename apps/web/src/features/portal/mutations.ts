import "server-only";
import type { Db } from "@/lib/backend/db";

/** Fails if the user is not a contact of the request. */
export function openRequest(db: Db, publicId: string) {
  return db.rpc("open_request", { public_id: publicId });
}
