import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { Database } from "@dossier/supabase/database.types";
import type { AcceptGroup } from "@/features/files/schema";
import type { FileSender } from "@/features/files/types";
import { storedAnswer, storedOptions } from "@/features/items/schema";
import type {
  AnsweredItem,
  AnswerInput,
  AnswerStart,
  ContactRequest,
  FileEntry,
  FileStatus,
  Item,
  ItemDefinition,
  ItemKind,
  ItemStatus,
  ReadyItem,
  RequestStaff,
  SubmissionStatus,
} from "@/features/items/types";
import type { Db } from "@/lib/backend/db";
import { imageUrl } from "@/lib/backend/image-url";

/** The columns that {@link toDefinition} needs. */
export const DEFINITION_COLUMNS =
  "id, section, kind, title, help, options, required, max_files, accept" as const;

export const ITEM_COLUMNS = `${DEFINITION_COLUMNS}, position, status, version, waive_note` as const;

const FILE_COLUMNS =
  "id, name, bytes, mime, status, sha256, reject_code, created_at, uploader_id, uploader_kind" as const;

const SUBMISSION_COLUMNS =
  `id, no, version, status, answer, not_applicable, client_note, decision_note, submitted_at, decided_at, decided_by, files(${FILE_COLUMNS})` as const;

type Row<T extends keyof Database["public"]["Tables"]> = Database["public"]["Tables"][T]["Row"];

type DefinitionRow = Pick<
  Row<"items">,
  "id" | "section" | "kind" | "title" | "help" | "options" | "required" | "max_files" | "accept"
>;
type ItemRow = DefinitionRow & Pick<Row<"items">, "position" | "status" | "version" | "waive_note">;
type FileRow = Pick<
  Row<"files">,
  "id" | "name" | "bytes" | "mime" | "status" | "sha256" | "reject_code" | "created_at"
>;

export function toDefinition(row: DefinitionRow) {
  return {
    id: row.id,
    section: row.section,
    kind: row.kind as ItemKind,
    title: row.title,
    help: row.help,
    options: storedOptions.parse(row.options),
    required: row.required,
    maxFiles: row.max_files,
    accept: row.accept as AcceptGroup[],
  } satisfies ItemDefinition;
}

export function toItem(row: ItemRow): Item {
  return {
    ...toDefinition(row),
    position: row.position,
    status: row.status as ItemStatus,
    version: row.version,
    waiveNote: row.waive_note,
  };
}

export function toAnswer(
  row: Pick<Row<"submissions">, "answer" | "not_applicable" | "client_note">,
): AnswerInput {
  return {
    answer: storedAnswer.parse(row.answer),
    notApplicable: row.not_applicable,
    clientNote: row.client_note,
  };
}

/** Returns `you` for the reader's own file, otherwise only the kind of sender, without a name. */
function senderOf(
  row: Pick<Row<"files">, "uploader_id" | "uploader_kind">,
  readerId: string,
): FileSender {
  if (row.uploader_id === readerId) return "you";
  return row.uploader_kind === "staff" ? "staff" : "contact";
}

export function toFileEntry(row: FileRow, sender: FileSender): FileEntry {
  return {
    id: row.id,
    name: row.name,
    bytes: row.bytes,
    mime: row.mime,
    status: row.status as FileStatus,
    sha256: row.sha256,
    rejectCode: row.reject_code,
    createdAt: row.created_at,
    sender,
  };
}

export async function listItems(
  db: Db,
  { requestId, readerId }: { requestId: string; readerId: string },
): Promise<AnsweredItem[]> {
  const rows = unwrap(
    await db
      .from("items")
      .select(`${ITEM_COLUMNS}, submissions(${SUBMISSION_COLUMNS})`)
      .eq("request_id", requestId)
      .order("position"),
  );
  return rows.map((row) => ({
    ...toItem(row),
    submissions: row.submissions
      .map((submission) => ({
        ...toAnswer(submission),
        id: submission.id,
        no: submission.no,
        version: submission.version,
        status: submission.status as SubmissionStatus,
        decisionNote: submission.decision_note ?? "",
        submittedAt: submission.submitted_at,
        decidedAt: submission.decided_at,
        decidedBy: submission.decided_by,
        files: submission.files
          .map((file) => toFileEntry(file, senderOf(file, readerId)))
          .sort((one, other) => one.createdAt.localeCompare(other.createdAt, "en")),
      }))
      .sort((one, other) => other.no - one.no),
  }));
}

export async function getItemDefinition(db: Db, itemId: string) {
  const { data, error } = await db
    .from("items")
    .select("kind, options")
    .eq("id", itemId)
    .maybeSingle();
  if (error) throw error;
  if (!data) return null;
  return { kind: data.kind as ItemKind, options: storedOptions.parse(data.options) };
}

export async function getDraft(db: Db, itemId: string): Promise<AnswerStart | null> {
  const { data, error } = await db
    .from("submissions")
    .select("answer, not_applicable, client_note, version")
    .eq("item_id", itemId)
    .eq("status", "draft")
    .maybeSingle();
  if (error) throw error;
  return data && { ...toAnswer(data), version: data.version };
}

export async function getSubmission(
  db: Db,
  { itemId, no }: { itemId: string; no: number },
): Promise<AnswerInput | null> {
  const { data, error } = await db
    .from("submissions")
    .select("answer, not_applicable, client_note")
    .eq("item_id", itemId)
    .eq("no", no)
    .maybeSingle();
  if (error) throw error;
  return data && toAnswer(data);
}

export async function getItemTitles(
  db: Db,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = unwrap(await db.from("items").select("id, title").in("id", itemIds));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function listReadyItems(db: Db): Promise<ReadyItem[]> {
  return unwrap(await db.rpc("list_ready_items")).map(
    ({ request_id, item_id, title, no, version }) => ({
      requestId: request_id,
      itemId: item_id,
      title,
      no,
      version,
    }),
  );
}

/** Returns no members to callers who are not contacts of the request. */
export async function listRequestStaff(db: Db, requestId: string): Promise<RequestStaff> {
  const rows = unwrap(await db.rpc("list_request_staff", { request_id: requestId }));
  const people = rows.map((row) => ({
    userId: row.user_id,
    name: row.name || null,
    imageUrl: row.avatar_path ? imageUrl(row.avatar_path) : null,
    isSender: row.is_sender,
  }));
  return { sender: people.find(({ isSender }) => isSender) ?? null, people };
}

export async function getContactRequest(db: Db, publicId: string): Promise<ContactRequest | null> {
  const mine = unwrap(await db.rpc("list_my_requests")).find((row) => row.public_id === publicId);
  if (!mine) return null;
  const { data, error } = await db
    .from("requests")
    .select("message")
    .eq("id", mine.request_id)
    .maybeSingle();
  if (error) throw error;
  return {
    id: mine.request_id,
    publicId,
    firm: mine.firm,
    logoPath: mine.logo_path,
    brandColor: mine.brand_color,
    replyEmail: mine.reply_email,
    postalAddress: mine.postal_address,
    clientName: mine.client_name,
    timeZone: mine.time_zone,
    title: mine.title,
    message: data?.message ?? "",
    status: mine.status === "open" ? "open" : "complete",
    dueOn: mine.due_on,
  };
}
