import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../database/database.ts";
import { asCaller, type Caller, SERVICE } from "./caller.ts";
import { refuse } from "./errors.ts";
import type { FileStore } from "./file-store.ts";
import type { ObjectAddress } from "./object-key.ts";
import type { UserMetadata } from "./user-metadata.ts";

export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  xRobotsTag?: string;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  owner: string | null;
  owner_id: string | null;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
}

export const isoTime = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

export const OBJECT_COLUMNS = [
  "id, bucket_id, name, version, owner, owner_id, metadata, user_metadata",
  isoTime("created_at"),
  isoTime("updated_at"),
  isoTime("last_accessed_at"),
].join(", ");

/** Converts a missing owner to an empty string for the response. */
export function withOwnerText(row: ObjectRow): ObjectRow {
  return { ...row, owner: row.owner ?? "", owner_id: row.owner_id ?? "" };
}

/** @throws StorageError `NoSuchKey` if the object does not exist or the caller may not see it */
export async function requireObject(tx: Queryable, address: ObjectAddress): Promise<ObjectRow> {
  const [row] = await tx.query<ObjectRow>(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [address.bucket, address.name],
  );
  if (!row) throw refuse.noSuchKey();
  return row;
}

export interface NewVersion extends ObjectAddress {
  version: string;
  ownerId: string | null;
  metadata: Partial<ObjectMetadata>;
  /** If undefined, an object that is replaced keeps its user metadata. */
  userMetadata: UserMetadata | null | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UNIQUE_VIOLATION = "23505";

/** Returns the values for `owner`, which accepts only UUIDs, and `owner_id`. */
export function ownerColumns(ownerId: string | null): [string | null, string | null] {
  return [ownerId !== null && UUID.test(ownerId) ? ownerId : null, ownerId];
}

export async function writeObjectRow(
  tx: Queryable,
  version: NewVersion,
  isUpsert: boolean,
): Promise<void> {
  const { bucket, name, ownerId, metadata, userMetadata } = version;
  const userMetadataSet =
    userMetadata === undefined ? "" : "user_metadata = excluded.user_metadata,";
  const onConflict = `on conflict (bucket_id, name) do update set version = excluded.version,
    owner = excluded.owner, owner_id = excluded.owner_id, ${userMetadataSet}
    metadata = excluded.metadata`;
  try {
    await tx.query(
      `insert into storage.objects
         (bucket_id, name, version, owner, owner_id, metadata, user_metadata)
       values ($1, $2, $3, $4, $5, $6, $7)
       ${isUpsert ? onConflict : ""}`,
      [
        bucket,
        name,
        version.version,
        ...ownerColumns(ownerId),
        JSON.stringify(metadata),
        userMetadata ? JSON.stringify(userMetadata) : null,
      ],
    );
  } catch (error) {
    const isTaken = !isUpsert && (error as { code?: unknown }).code === UNIQUE_VIOLATION;
    if (isTaken) throw refuse.keyExists();
    throw error;
  }
}

export interface StoredUpload extends ObjectAddress {
  ownerId: string | null;
  userMetadata: UserMetadata | null | undefined;
  mimeType: string;
  cacheControl: string;
  robotsTag?: string | undefined;
  isUpsert: boolean;
  operation: string;
  version?: string;
}

export async function hasVersion(
  database: Database,
  { bucket, name }: ObjectAddress,
  version: string,
): Promise<boolean> {
  const rows = await database.query(
    "select 1 from storage.objects where bucket_id = $1 and name = $2 and version = $3",
    [bucket, name, version],
  );
  return rows.length > 0;
}

/** Writes as the service role, so check the caller's permissions before this call. */
export async function storeReceived(
  database: Database,
  files: FileStore,
  file: { path: string; size: number; eTag: string },
  upload: StoredUpload,
  now: number,
): Promise<string> {
  const version = upload.version ?? randomUUID();
  await files.adopt(file, upload, version);
  const metadata: ObjectMetadata = {
    eTag: file.eTag,
    size: file.size,
    mimetype: upload.mimeType,
    cacheControl: upload.cacheControl,
    lastModified: new Date(now).toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
    ...(upload.robotsTag !== undefined && { xRobotsTag: upload.robotsTag }),
  };
  try {
    const stored = await asCaller(database, SERVICE, upload.operation, async (tx) => {
      const [old] = await tx.query<{ version: string | null }>(
        "select version from storage.objects where bucket_id = $1 and name = $2 for update",
        [upload.bucket, upload.name],
      );
      await writeObjectRow(tx, { ...upload, version, metadata }, upload.isUpsert);
      const row = await requireObject(tx, upload);
      return { id: row.id, replaced: old?.version };
    });
    if (stored.replaced) await files.remove(upload, stored.replaced);
    return stored.id;
  } catch (error) {
    await files.remove(upload, version);
    throw error;
  }
}

/** Tries the write in a transaction and rolls it back. */
export async function probeUpload(
  database: Database,
  caller: Caller,
  upload: Pick<StoredUpload, "bucket" | "name" | "ownerId" | "userMetadata" | "isUpsert"> & {
    operation: string;
    metadata: Partial<ObjectMetadata>;
  },
): Promise<void> {
  await asCaller(
    database,
    caller,
    upload.operation,
    (tx) => writeObjectRow(tx, { ...upload, version: randomUUID() }, upload.isUpsert),
    { rollback: true },
  );
}
