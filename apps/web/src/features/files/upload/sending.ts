import { isBackendError } from "@dossier/backend-client";
import { CANONICAL_TYPES, cleanFileName, extensionOf } from "@/features/files/schema";
import type { UploadClient } from "@/features/files/types";
import { toAppError } from "@/lib/errors/app-error";

const BUCKET = "documents";

/** `isStored` is true if storage has all bytes of the file. */
export type StartedUpload = { fileId: string; path: string; bucket: string; isStored?: boolean };

function mimeOf(file: File): string {
  return CANONICAL_TYPES[extensionOf(file.name)] ?? "application/octet-stream";
}

async function findStarted(
  client: UploadClient,
  fileId: string,
  userId: string,
): Promise<StartedUpload | null> {
  const { data, error } = await client.db
    .from("files")
    .select("id, path")
    .eq("id", fileId)
    .eq("uploader_id", userId)
    .eq("status", "uploading")
    .maybeSingle();
  if (error) throw error;
  return data ? { fileId: data.id, path: data.path, bucket: BUCKET } : null;
}

/** Finds a file that an earlier request created, although the response was lost. */
async function findUnanswered(
  client: UploadClient,
  { itemId, file, userId, taken }: BeginInput,
): Promise<StartedUpload | null> {
  if (!taken || !userId) return null;
  const { data, error } = await client.db
    .from("files")
    .select("id, path")
    .eq("item_id", itemId)
    .eq("uploader_id", userId)
    .eq("status", "uploading")
    .eq("name", cleanFileName(file.name))
    .eq("bytes", file.size);
  if (error) throw error;
  const found = data.find(({ id }) => !taken.has(id));
  return found ? { fileId: found.id, path: found.path, bucket: BUCKET } : null;
}

/**
 * Returns the unfinished file that this upload continues, or a file of an earlier request whose
 * response was lost. Otherwise, creates a file.
 */
export async function beginFile(client: UploadClient, input: BeginInput): Promise<StartedUpload> {
  const { itemId, file, fileId, userId } = input;
  const started = fileId && userId ? await findStarted(client, fileId, userId) : null;
  const known = started ?? (await findUnanswered(client, input));
  if (known) return known;
  const { data, error } = await client.db.rpc("begin_upload", {
    item_id: itemId,
    name: cleanFileName(file.name),
    bytes: file.size,
    mime: mimeOf(file),
  });
  if (error) throw error;
  const { file_id, path, bucket } = data as { file_id: string; path: string; bucket: string };
  return { fileId: file_id, path, bucket };
}

type BeginInput = {
  itemId: string;
  file: File;
  fileId?: string | undefined;
  userId?: string | undefined;
  /**
   * The ids of the files that other uploads of the item use. Set only if an earlier request got no
   * response.
   */
  taken?: ReadonlySet<string> | undefined;
};

type StoreInput = {
  file: File;
  signal: AbortSignal;
  onShare: (share: number) => void;
  /**
   * Called if the upload starts again at the first byte, because storage has deleted the earlier
   * parts.
   */
  onRestart: () => void;
};

async function upload(client: UploadClient, started: StartedUpload, input: StoreInput) {
  const { error } = await client.storage.from(started.bucket).upload(started.path, input.file, {
    contentType: mimeOf(input.file),
    signal: input.signal,
    onProgress: ({ sentBytes, totalBytes }) => input.onShare(sentBytes / Math.max(totalBytes, 1)),
    onRestart: input.onRestart,
  });
  return error;
}

/**
 * Storage returns these statuses if the token has expired or the caller lost access to the path.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

/** Only this user may write to the path, so an existing object is this file. */
function isAlreadyStored(error: unknown): boolean {
  return isBackendError(error) && error.code === "KeyAlreadyExists";
}

function isCallerRefused(error: unknown): boolean {
  return (
    isBackendError(error) &&
    error.kind === "storage" &&
    REFUSALS.has(error.status ?? 0) &&
    !isAlreadyStored(error)
  );
}

async function findReason(client: UploadClient, started: StartedUpload): Promise<unknown> {
  const { error } = await client.db.rpc("finish_upload", { file_id: started.fileId });
  return error && toAppError(error).code !== "upload_incomplete" ? error : undefined;
}

/**
 * After a refusal, tries once more with a new token. After a second refusal, throws the reason from
 * the database, usually `item_closed` or `request_closed`.
 */
export async function storeFile(
  client: UploadClient,
  started: StartedUpload,
  input: StoreInput,
): Promise<void> {
  let error = await upload(client, started, input);
  if (isCallerRefused(error)) {
    await client.session.refresh({ force: true });
    error = await upload(client, started, input);
    if (isCallerRefused(error)) throw (await findReason(client, started)) ?? error;
  }
  if (error && !isAlreadyStored(error)) throw error;
}
