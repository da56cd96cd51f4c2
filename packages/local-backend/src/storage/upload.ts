import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { type BucketRow, requireBucket } from "./buckets.ts";
import { type Caller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { type IncomingFile, openIncomingFile } from "./incoming-file.ts";
import { isMimeTypeAllowed } from "./mime-type.ts";
import { type ObjectAddress, parseObjectPath, requireObjectName } from "./object-key.ts";
import { probeUpload, storeReceived } from "./objects.ts";
import { requireStoredHeaders } from "./stored-headers.ts";

export function maxBytesOf(context: StorageContext, bucket: BucketRow): number {
  return Math.min(
    context.config.storage.file_size_limit,
    bucket.file_size_limit ?? Number.POSITIVE_INFINITY,
  );
}

/** Name of an empty object that clients create to keep an empty folder. */
const PLACEHOLDER = ".emptyFolderPlaceholder";

/** Returns the maximum size in bytes. A placeholder may have any type, but must be empty. */
export function requireAccepted(
  context: StorageContext,
  bucket: BucketRow,
  name: string,
  mimeType: string,
): number {
  if (name.endsWith(PLACEHOLDER)) return 0;
  if (!isMimeTypeAllowed(mimeType, bucket.allowed_mime_types)) throw refuse.mimeType(mimeType);
  return maxBytesOf(context, bucket);
}

export async function uploadObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const address = parseObjectPath(new URL(c.req.url).pathname, "/object/");
  const isUpsert = c.req.method === "PUT" || c.req.header("x-upsert") === "true";
  const operation =
    c.req.method === "PUT" ? "storage.object.upload_update" : "storage.object.upload";
  const id = await receiveUpload(context, c.req.raw, { address, caller, isUpsert, operation });
  return c.json({ Id: id, Key: `${address.bucket}/${address.name}` });
}

interface UploadRequest {
  address: ObjectAddress;
  caller: Caller;
  isUpsert: boolean;
  operation: string;
  /** Owner in a signed link. The permissions were checked when the link was created. */
  grantedTo?: { ownerId: string | null };
}

export async function receiveUpload(
  context: StorageContext,
  request: Request,
  upload: UploadRequest,
): Promise<string> {
  const file = await openIncomingFile(request);
  try {
    return await takeIn(context, file, upload);
  } catch (error) {
    await file.drain();
    throw error;
  }
}

async function takeIn(
  context: StorageContext,
  file: IncomingFile,
  { address, caller, isUpsert, operation, grantedTo }: UploadRequest,
): Promise<string> {
  const bucket = await requireBucket(context.database, address.bucket);
  requireStoredHeaders(file);
  const maxBytes = requireAccepted(context, bucket, address.name, file.mimeType);
  if (file.contentLength !== undefined && file.contentLength > maxBytes) throw refuse.tooLarge();
  requireObjectName(address.name);

  const ownerId = grantedTo ? grantedTo.ownerId : caller.ownerId;
  const userMetadata = file.userMetadata ?? {};
  const target = { ...address, ownerId, userMetadata, isUpsert, operation };
  if (!grantedTo) {
    await probeUpload(context.database, caller, {
      ...target,
      metadata: {
        mimetype: file.mimeType,
        ...(file.contentLength !== undefined && { contentLength: file.contentLength }),
      },
    });
  }

  const received = await context.files.receive(file.stream, maxBytes);
  try {
    await file.finished();
    return await storeReceived(
      context.database,
      context.files,
      received,
      {
        ...target,
        mimeType: file.mimeType,
        cacheControl: file.cacheControl,
        robotsTag: file.robotsTag,
      },
      context.now(),
    );
  } catch (error) {
    await context.files.discard(received);
    throw error;
  }
}
