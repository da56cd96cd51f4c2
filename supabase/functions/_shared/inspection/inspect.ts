import { z } from "zod";
import type { ObjectStore, SystemDatabase } from "../ports.ts";
import { readContent } from "./content.ts";
import { judge } from "./judge.ts";

const inspectable = z.object({
  bucket: z.string(),
  path: z.string(),
  bytes: z.coerce.number(),
  status: z.string(),
  reject_code: z.string().nullable().default(null),
});
const recorded = z.object({ status: z.string(), reject_code: z.string().nullable().default(null) });

interface InspectOptions {
  database: SystemDatabase;
  store: ObjectStore;
}

export type Inspection =
  | { kind: "done"; status: string; rejectCode: string | null }
  | { kind: "claimed" }
  | { kind: "unknown" }
  | { kind: "uploading" };

/**
 * @returns `claimed` if another process is inspecting the file, `uploading` before the upload is
 * finished, `unknown` for a missing, removed or failed file
 */
export async function inspectFile(fileId: string, options: InspectOptions): Promise<Inspection> {
  const { database, store } = options;
  const isClaimed = z.boolean().parse(await database.rpc("claim_inspection", { file_id: fileId }));
  const rows = await database.rpc("get_inspection", { file_id: fileId });
  const [file] = z.array(inspectable).parse(rows);
  if (!file || file.status === "removed" || file.status === "failed") return { kind: "unknown" };
  if (file.status === "uploading") return { kind: "uploading" };
  if (file.status !== "checking") {
    return { kind: "done", status: file.status, rejectCode: file.reject_code };
  }
  if (!isClaimed) return { kind: "claimed" };

  const result = await examine(file, store);
  const answer = await database.rpc("record_inspection", {
    file_id: fileId,
    status: result.reject_code === null ? "ready" : "rejected",
    ...result,
  });
  const [state] = z.array(recorded).parse(answer);
  if (!state) return { kind: "unknown" };
  return { kind: "done", status: state.status, rejectCode: state.reject_code };
}

async function examine(file: z.output<typeof inspectable>, store: ObjectStore) {
  const stream = await store.open(file.bucket, file.path);
  if (!stream) return { detected_mime: null, sha256: null, reject_code: "upload_incomplete" };
  const content = await readContent(stream);
  const judgement = await judge({
    // The database accepted the path's extension. The file's name is only for display.
    extension: /\.([a-z0-9]+)$/i.exec(file.path)?.[1]?.toLowerCase() ?? "",
    expectedBytes: file.bytes,
    content,
    read: (start, end) => store.read(file.bucket, file.path, start, end),
  });
  return {
    detected_mime: judgement.detectedMime ?? null,
    sha256: content.sha256,
    reject_code: judgement.rejectCode ?? null,
  };
}
