import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Db } from "@/lib/backend/db";

const begun = z.object({ files: z.number(), bytes: z.number() });

/**
 * Asks for an export and records it. Refused without step-up (`insufficient_aal`), over the limits
 * (`export_too_large`) and when the caller's token ends too soon (`session_expired`).
 */
export async function beginExport(
  db: Db,
  requestId: string,
): Promise<{ files: number; bytes: number }> {
  return begun.parse(unwrap(await db.rpc("begin_export", { request_id: requestId })));
}
