import { z } from "zod";
import { identifyCaller, type Verification } from "../_shared/caller.ts";
import { endpoint, Refusal } from "../_shared/http.ts";
import { inspectFile } from "../_shared/inspection/inspect.ts";
import type { ObjectStore, SystemDatabase } from "../_shared/ports.ts";

interface HandlerOptions {
  database: SystemDatabase;
  store: ObjectStore;
  serviceKeys: readonly string[];
  verify(token: string): Promise<Verification>;
  canSeeFile(token: string, fileId: string): Promise<boolean>;
}

const body = z.object({ file_id: z.uuid() });

/**
 * Gives the sender of a file the result immediately, before the next sweep. Callers who may not see
 * the file get the same error as for a missing file.
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    const caller = await identifyCaller(request, options);
    const parsed = body.safeParse(await request.json().catch(() => undefined));
    if (!parsed.success) throw new Refusal(400, "validation_failed");
    const { file_id } = parsed.data;
    if (caller.kind === "user" && !(await options.canSeeFile(caller.token, file_id))) {
      throw new Refusal(404, "not_found");
    }
    const inspection = await inspectFile(file_id, options);
    if (inspection.kind === "unknown") throw new Refusal(404, "not_found");
    if (inspection.kind === "uploading") throw new Refusal(409, "upload_incomplete");
    if (inspection.kind === "claimed") return { file_id, status: "checking", reject_code: null };
    return { file_id, status: inspection.status, reject_code: inspection.rejectCode };
  });
}
