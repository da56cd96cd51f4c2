import "server-only";
import { unwrap } from "@dossier/backend-client";
import type { FileSender } from "@/features/files/types";
import { type AnswerInput, storedAnswer, storedOptions } from "@/features/items/schema";
import type {
  ContactRequest,
  FileEntry,
  Item,
  ItemKind,
  ReadyItem,
  Submission,
} from "@/features/items/types";
import type { Db } from "@/lib/backend/db";

const COLUMNS =
  "id, position, section, kind, title, help, options, required, max_files, accept, status, waive_note, version, submissions(id, no, version, status, answer, not_applicable, client_note, decision_note, submitted_at, decided_at, files(id, name, bytes, mime, status, sha256, reject_code, created_at, uploader_id, uploader_kind))" as const;

type FileRow = Omit<FileEntry, "sender"> & { uploader_id: string; uploader_kind: string };

type ItemRow = Omit<Item, "options" | "submissions"> & {
  options: unknown;
  submissions: (Omit<Submission, "answer" | "client_note" | "decision_note" | "files"> & {
    answer: unknown;
    client_note: string | null;
    decision_note: string | null;
    files: FileRow[];
  })[];
};

/** A file as its reader sees it: who else sent it stays a contact, or the firm. */
export function toFileEntry({ uploader_id, uploader_kind, ...file }: FileRow, readerId: string) {
  const other: FileSender = uploader_kind === "staff" ? "staff" : "contact";
  return { ...file, sender: uploader_id === readerId ? "you" : other } satisfies FileEntry;
}

function toItem(row: ItemRow, readerId: string): Item {
  return {
    ...row,
    options: storedOptions.parse(row.options),
    submissions: row.submissions
      .map((submission) => ({
        ...submission,
        answer: storedAnswer.parse(submission.answer),
        client_note: submission.client_note ?? "",
        decision_note: submission.decision_note ?? "",
        files: submission.files
          .map((file) => toFileEntry(file, readerId))
          .sort((one, other) => one.created_at.localeCompare(other.created_at)),
      }))
      .sort((one, other) => other.no - one.no),
  };
}

/** All items of a request with their versions, in order, as one of its contacts sees them. */
export async function listItems(
  db: Db,
  { requestId, readerId }: { requestId: string; readerId: string },
): Promise<Item[]> {
  const rows = unwrap(
    await db.from("items").select(COLUMNS).eq("request_id", requestId).order("position"),
  );
  return (rows as unknown as ItemRow[]).map((row) => toItem(row, readerId));
}

/** What decides how an answer is read: kind and options of an item; null without access. */
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

/** The draft of an item as it is stored now; null when there is none that the caller may read. */
export async function getDraft(
  db: Db,
  itemId: string,
): Promise<(AnswerInput & { version: number }) | null> {
  const { data, error } = await db
    .from("submissions")
    .select("answer, not_applicable, client_note, version")
    .eq("item_id", itemId)
    .eq("status", "draft")
    .maybeSingle();
  if (error) throw error;
  return data && { ...data, answer: storedAnswer.parse(data.answer) };
}

/** A submission of an item by its number, as it was saved; null when there is none. */
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
  return data && { ...data, answer: storedAnswer.parse(data.answer) };
}

/** Answers of the caller, over all firms, that are ready and were not sent. */
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

/** The request of a contact by the public part of its link; null when it is not theirs. */
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
    timeZone: mine.time_zone,
    title: mine.title,
    message: data?.message ?? "",
    status: mine.status === "open" ? "open" : "complete",
    dueOn: mine.due_on,
  };
}
