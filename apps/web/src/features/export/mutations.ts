import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Db } from "@/lib/backend/db";

const startedExport = z.object({ files: z.number(), bytes: z.number() });

/**
 * Fails with `insufficient_aal` if the user must confirm a second factor, `export_too_large` above
 * the limits, or `session_expired` if the caller's token expires too soon for a download.
 */
export async function beginExport(
  db: Db,
  requestId: string,
): Promise<{ files: number; bytes: number }> {
  return startedExport.parse(unwrap(await db.rpc("begin_export", { request_id: requestId })));
}
