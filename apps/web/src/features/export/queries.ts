import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { ExportFile, PlacedFile } from "@/features/export/types";
import type { Db } from "@/lib/backend/db";

const PAGE = 500;

type Args = { orgId: string; requestId: string };

export async function listExportFiles(db: Db, args: Args): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  for (let after = ""; ; ) {
    let select = db
      .from("files")
      .select(
        `id, item_id, submission_id, name, bytes, sha256, path, created_at,
         submission:submissions!inner(status)`,
      )
      .eq("org_id", args.orgId)
      .eq("request_id", args.requestId)
      .eq("status", "ready")
      .in("submission.status", ["accepted", "partial"])
      .order("id")
      .limit(PAGE);
    if (after) select = select.gt("id", after);
    const rows = unwrap(await select);
    for (const row of rows) {
      files.push({
        id: row.id,
        itemId: row.item_id,
        submissionId: row.submission_id,
        name: row.name,
        bytes: row.bytes,
        sha256: row.sha256 ?? "",
        path: row.path,
        uploadedAt: row.created_at,
      });
    }
    after = rows.at(-1)?.id ?? "";
    if (rows.length < PAGE) break;
  }
  return files.sort((left, right) => left.uploadedAt.localeCompare(right.uploadedAt, "en"));
}

export async function* streamEvents(db: Db, args: Args): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const rows = unwrap(
      await db
        .from("events")
        .select("*")
        .eq("org_id", args.orgId)
        .eq("request_id", args.requestId)
        .gt("id", after)
        .order("id")
        .limit(PAGE),
    );
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}

/** Uses the caller's token, so that storage checks whether the caller may read each file. */
export function openStored({ url, anonKey, accessToken, signal }: StoredAccess) {
  return async (file: PlacedFile): Promise<ReadableStream<Uint8Array>> => {
    const path = file.path.split("/").map(encodeURIComponent).join("/");
    const stored = await fetch(`${url}/storage/v1/object/authenticated/documents/${path}`, {
      cache: "no-store",
      signal,
      headers: { apikey: anonKey, authorization: `Bearer ${accessToken}` },
    });
    if (!stored.ok || !stored.body) {
      await stored.body?.cancel();
      throw new Error(`File ${file.id} could not be read (${stored.status}).`);
    }
    return stored.body;
  };
}

type StoredAccess = {
  url: string;
  anonKey: string;
  accessToken: string;
  signal: AbortSignal;
};
