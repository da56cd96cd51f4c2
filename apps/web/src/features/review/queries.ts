import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { FileStatus, SubmissionStatus } from "@/features/items/types";
import { parseAnswer } from "@/features/review/schema";
import type { ReviewFile, Submission } from "@/features/review/types";
import type { Db } from "@/lib/db";

/** Names of people by user id, as far as the caller may see them. */
async function namesOf(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const [profiles, contacts] = await Promise.all([
    db
      .from("profiles")
      .select("user_id, name")
      .in("user_id", [...userIds]),
    db
      .from("contacts")
      .select("user_id, name")
      .in("user_id", [...userIds]),
  ]);
  const names = new Map<string, string>();
  for (const row of [...unwrap(contacts), ...unwrap(profiles)]) {
    if (row.user_id && row.name) names.set(row.user_id, row.name);
  }
  return names;
}

/** All versions sent for a request's items, newest first; drafts of others are not visible. */
export async function listSubmissions(
  db: Db,
  { orgId, requestId, itemId }: { orgId: string; requestId: string; itemId?: string },
): Promise<Submission[]> {
  let select = db
    .from("submissions")
    .select(
      `id, item_id, no, status, answer, not_applicable, client_note, decision_note, submitted_at,
       submitted_by, decided_at, decided_by,
       files(id, name, bytes, mime, status, sha256, created_at, uploader_kind)`,
    )
    .eq("org_id", orgId)
    .eq("request_id", requestId)
    .neq("status", "draft")
    .neq("files.status", "removed")
    .order("no", { ascending: false })
    .order("created_at", { referencedTable: "files" });
  if (itemId) select = select.eq("item_id", itemId);
  const rows = unwrap(await select);
  const people = rows.flatMap((row) => [row.submitted_by, row.decided_by]);
  const names = await namesOf(db, [...new Set(people.filter((id) => id !== null))]);
  return rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    no: row.no,
    status: row.status as SubmissionStatus,
    answer: parseAnswer(row.answer),
    notApplicable: row.not_applicable,
    clientNote: row.client_note,
    decisionNote: row.decision_note,
    submittedAt: row.submitted_at,
    submittedByName: names.get(row.submitted_by ?? "") ?? null,
    decidedAt: row.decided_at,
    decidedByName: names.get(row.decided_by ?? "") ?? null,
    files: row.files.map(
      (file): ReviewFile => ({
        id: file.id,
        name: file.name,
        bytes: file.bytes,
        mime: file.mime,
        status: file.status as FileStatus,
        sha256: file.sha256,
        uploadedAt: file.created_at,
        uploaderKind: file.uploader_kind as ReviewFile["uploaderKind"],
      }),
    ),
  }));
}
