import type { Database, Queryable } from "../database/database.ts";
import { refuse } from "./errors.ts";

export interface BucketRow {
  id: string;
  name: string;
  owner: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: string;
  updated_at: string;
}

export const BUCKET_COLUMNS = `id, name, coalesce(owner::text, '') as owner, public,
  file_size_limit::float8 as file_size_limit, allowed_mime_types,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at`;

/** @throws StorageError `NoSuchBucket` if the bucket does not exist or the caller may not see it */
export async function requireBucket(tx: Queryable, id: string): Promise<BucketRow> {
  const [row] = await tx.query<BucketRow>(
    `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`,
    [id],
  );
  if (!row) throw refuse.noSuchBucket();
  return row;
}

export interface BucketSettings {
  id: string;
  isPublic: boolean;
  fileSizeLimit: number | null;
  allowedMimeTypes: string[] | null;
}

export async function ensureBuckets(
  database: Database,
  buckets: readonly BucketSettings[],
): Promise<void> {
  for (const bucket of buckets) {
    await database.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public,
         file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types, updated_at = now()`,
      [bucket.id, bucket.isPublic, bucket.fileSizeLimit, bucket.allowedMimeTypes],
    );
  }
}
