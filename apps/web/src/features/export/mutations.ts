import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Db } from "@/lib/db";

const begun = z.object({ files: z.number(), bytes: z.number() });

/** Asks for an export and records it; refused over the limits. */
export async function beginExport(
  db: Db,
  requestId: string,
): Promise<{ files: number; bytes: number }> {
  return begun.parse(unwrap(await db.rpc("begin_export", { request_id: requestId })));
}
