import "server-only";
import { unwrap } from "@dossier/backend-client";
import { toAnswer, toFileEntry } from "@/features/items/queries";
import { liveFiles } from "@/features/items/selectors";
import type { FileStatus, SubmissionStatus } from "@/features/items/types";
import type { Actor, OwnDraft, ReviewFile, ReviewSubmission } from "@/features/review/types";
import type { Db } from "@/lib/backend/db";
import { imageUrl } from "@/lib/backend/image-url";

type NamesOf = { orgId: string; requestId: string; userIds: readonly string[] };

type Known = { names: Map<string, string>; imageUrls: Map<string, string> };

/** Deleted accounts have no profile, so their names come from the events of the request. */
async function findPeople(db: Db, { orgId, requestId, userIds }: NamesOf): Promise<Known> {
  const names = new Map<string, string>();
  const imageUrls = new Map<string, string>();
  if (userIds.length === 0) return { names, imageUrls };
  const [profiles, contacts] = await Promise.all([
    db
      .from("profiles")
      .select("user_id, name, avatar_path")
      .in("user_id", [...userIds]),
    db
      .from("contacts")
      .select("user_id, name")
      .eq("org_id", orgId)
      .in("user_id", [...userIds]),
  ]);
  for (const row of [...unwrap(contacts), ...unwrap(profiles)]) {
    if (row.user_id && row.name) names.set(row.user_id, row.name);
  }
  for (const { user_id, avatar_path } of unwrap(profiles)) {
    if (avatar_path) imageUrls.set(user_id, imageUrl(avatar_path));
  }
  const formerIds = userIds.filter((id) => !names.has(id));
  const events = await Promise.all(
    formerIds.map((id) =>
      db
        .from("events")
        .select("actor_id, actor_name")
        .eq("org_id", orgId)
        .eq("request_id", requestId)
        .eq("actor_id", id)
        .order("id", { ascending: false })
        .limit(1),
    ),
  );
  for (const row of events.flatMap(unwrap)) {
    if (row.actor_id && row.actor_name) names.set(row.actor_id, row.actor_name);
  }
  return { names, imageUrls };
}

/**
 * Must not exceed `max_rows` in supabase/config.toml. Otherwise, the first page has fewer rows than
 * requested, and the loop ends too early.
 */
const PAGE = 500;

type SubmissionsOf = { orgId: string; requestId: string; itemId?: string };

async function readPage(db: Db, { orgId, requestId, itemId }: SubmissionsOf, after: string) {
  let select = db
    .from("submissions")
    .select(
      `id, item_id, no, status, answer, not_applicable, client_note, decision_note, submitted_at,
       submitted_by, submitted_kind, decided_at, decided_by,
       files(id, name, bytes, mime, status, sha256, created_at, uploader_kind, uploader_id)`,
    )
    .eq("org_id", orgId)
    .eq("request_id", requestId)
    .neq("status", "draft")
    .neq("files.status", "removed")
    .order("id")
    .order("created_at", { referencedTable: "files" })
    .limit(PAGE);
  if (itemId) select = select.eq("item_id", itemId);
  if (after) select = select.gt("id", after);
  return unwrap(await select);
}

export async function listSubmissions(db: Db, of: SubmissionsOf): Promise<ReviewSubmission[]> {
  const rows: Awaited<ReturnType<typeof readPage>> = [];
  for (let after = ""; ; after = rows.at(-1)?.id ?? "") {
    const page = await readPage(db, of, after);
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  rows.sort((one, other) => other.no - one.no);
  const people = rows.flatMap((row) => [
    row.submitted_by,
    row.decided_by,
    ...row.files.map((file) => file.uploader_id),
  ]);
  const userIds = [...new Set(people.filter((id) => id !== null))];
  const { names, imageUrls } = await findPeople(db, {
    orgId: of.orgId,
    requestId: of.requestId,
    userIds,
  });
  const actorOf = (id: string | null): Actor | null =>
    id === null ? null : { id, name: names.get(id) ?? null, imageUrl: imageUrls.get(id) ?? null };
  return rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    no: row.no,
    status: row.status as SubmissionStatus,
    ...toAnswer(row),
    decisionNote: row.decision_note ?? "",
    submittedAt: row.submitted_at,
    submittedBy: row.submitted_by,
    isOnBehalf: row.submitted_kind === "staff",
    submittedByName: names.get(row.submitted_by ?? "") ?? null,
    decidedAt: row.decided_at,
    decidedByName: names.get(row.decided_by ?? "") ?? null,
    submitter: actorOf(row.submitted_by),
    decider: actorOf(row.decided_by),
    files: row.files.map(
      (file): ReviewFile => ({
        id: file.id,
        name: file.name,
        bytes: file.bytes,
        mime: file.mime,
        status: file.status as FileStatus,
        sha256: file.sha256,
        createdAt: file.created_at,
        uploaderKind: file.uploader_kind as ReviewFile["uploaderKind"],
        uploaderName: names.get(file.uploader_id) ?? null,
      }),
    ),
  }));
}

/** Returns whether an export would contain at least one answer. */
export async function hasAcceptedAnswer(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<boolean> {
  const rows = unwrap(
    await db
      .from("submissions")
      .select("id")
      .eq("org_id", orgId)
      .eq("request_id", requestId)
      .in("status", ["accepted", "partial"])
      .limit(1),
  );
  return rows.length > 0;
}

export async function listOwnDrafts(
  db: Db,
  { orgId, requestId }: { orgId: string; requestId: string },
): Promise<Set<string>> {
  // Row-level security hides other users' drafts from staff, so these drafts are the caller's.
  const rows = unwrap(
    await db
      .from("submissions")
      .select("item_id")
      .eq("org_id", orgId)
      .eq("request_id", requestId)
      .eq("status", "draft"),
  );
  return new Set(rows.map((row) => row.item_id));
}

/** Lists the items with an answer that is ready to send. Staff cannot read such an answer. */
export async function listReadyItemIds(db: Db, requestId: string): Promise<string[]> {
  return unwrap(await db.rpc("list_ready_item_ids", { request_id: requestId }));
}

export async function getOwnDraft(
  db: Db,
  { orgId, itemId }: { orgId: string; itemId: string },
): Promise<OwnDraft | null> {
  const row = unwrap(
    await db
      .from("submissions")
      .select(
        `no, answer, not_applicable, client_note, version,
         files(id, name, bytes, mime, status, sha256, reject_code, created_at)`,
      )
      .eq("org_id", orgId)
      .eq("item_id", itemId)
      .eq("status", "draft")
      .order("created_at", { referencedTable: "files" })
      .maybeSingle(),
  );
  if (!row) return null;
  return {
    no: row.no,
    ...toAnswer(row),
    version: row.version,
    // Row-level security hides other users' drafts from staff, so this draft is the caller's.
    files: liveFiles({
      files: row.files.map((file) => toFileEntry(file, "you")),
    }),
  };
}

export async function findSubmittedEvent(
  db: Db,
  { orgId, requestId, itemId }: { orgId: string; requestId: string; itemId: string },
): Promise<{ id: number; no: number } | null> {
  const rows = unwrap(
    await db
      .from("events")
      .select("id, no")
      .eq("org_id", orgId)
      .eq("request_id", requestId)
      .eq("entity_id", itemId)
      .eq("action", "item.submitted")
      .order("id", { ascending: false })
      .limit(1),
  );
  return rows[0] ?? null;
}
