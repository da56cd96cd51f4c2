import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody, readJson } from "./body.ts";
import {
  type BucketInput,
  createCheck,
  limitBytesOf,
  mimeTypesOf,
  updateCheck,
} from "./bucket-input.ts";
import { BUCKET_COLUMNS, type BucketRow, requireBucket } from "./buckets.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { isNewBucketName } from "./object-key.ts";
import { ownerColumns } from "./objects.ts";
import { removeObjects } from "./remove.ts";
import { checkOf, integer, readQuery } from "./validation.ts";

const listCheck = checkOf<{
  limit?: number;
  offset?: number;
  sortColumn?: "id" | "name" | "created_at" | "updated_at";
  sortOrder?: "asc" | "desc";
  search?: string;
}>({
  type: "object",
  properties: {
    limit: integer(1),
    offset: integer(0),
    sortColumn: { type: "string", enum: ["id", "name", "created_at", "updated_at"] },
    sortOrder: { type: "string", enum: ["asc", "desc"] },
    search: { type: "string" },
  },
});

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

function settingsOf(context: StorageContext, input: BucketInput) {
  return {
    limitBytes: limitBytesOf(input.file_size_limit, context.config.storage.file_size_limit),
    mimeTypes: mimeTypesOf(input.allowed_mime_types),
  };
}

export async function createBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const body = await readBody(c, createCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  if (!isNewBucketName(body.name)) throw refuse.invalidBucketName();
  if (body.type === "ANALYTICS") throw refuse.notSupported("analytics buckets");
  if ((body.versioning_status ?? "DISABLED") !== "DISABLED") {
    throw refuse.notSupported("object versions");
  }
  const { limitBytes, mimeTypes } = settingsOf(context, body);
  try {
    await asCaller(context.database, caller, "storage.bucket.create", (tx) =>
      tx.query(
        `insert into storage.buckets
           (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          body.id || body.name,
          body.name,
          ...ownerColumns(caller.ownerId),
          body.public ?? false,
          limitBytes ?? null,
          mimeTypes ?? null,
        ],
      ),
    );
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) throw refuse.bucketAlreadyExists();
    throw error;
  }
  return c.json({ name: body.name });
}

export async function listBuckets(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const query = readQuery(c.req.url, listCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  const { limit, offset = 0, sortColumn = "name", sortOrder = "asc", search = "" } = query;
  const rows = await asCaller(context.database, caller, "storage.bucket.list", (tx) =>
    tx.query<BucketRow>(
      `select ${BUCKET_COLUMNS} from storage.buckets as b
       where position(lower($1) in lower(b.name)) > 0
       order by b.${sortColumn} ${sortOrder}, b.id limit $2 offset $3`,
      [search, limit ?? null, offset],
    ),
  );
  return c.json(rows.map((row) => ({ ...row, type: "STANDARD" })));
}

export async function getBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const id = c.req.param("id") ?? "";
  return c.json(
    await asCaller(context.database, caller, "storage.bucket.get", (tx) => requireBucket(tx, id)),
  );
}

export async function updateBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const body = await readBody(c, updateCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  const id = c.req.param("id") ?? "";
  const { limitBytes, mimeTypes } = settingsOf(context, body);
  await asCaller(context.database, caller, "storage.bucket.update", async (tx) => {
    const old = await requireBucket(tx, id);
    const updated = await tx.query(
      `update storage.buckets set public = $2, file_size_limit = $3, allowed_mime_types = $4,
         updated_at = now()
       where id = $1 returning id`,
      [
        id,
        body.public ?? old.public,
        limitBytes === undefined ? old.file_size_limit : limitBytes,
        mimeTypes === undefined ? old.allowed_mime_types : mimeTypes,
      ],
    );
    if (updated.length === 0) throw refuse.noSuchBucket();
  });
  return c.json({ message: "Successfully updated" });
}

/**
 * Only the service role may empty a bucket, even if policies let other roles delete its objects.
 */
export async function emptyBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  await readJson(c, { mayBeEmpty: true });
  const caller = await identifyCaller(context, c.get("bearer"));
  if (caller.role !== "service_role") throw refuse.wrongRole();
  const id = c.req.param("id") ?? "";
  const operation = "storage.bucket.empty";
  await asCaller(context.database, caller, operation, (tx) => requireBucket(tx, id));
  const names = await context.database.query<{ name: string }>(
    "select name from storage.objects where bucket_id = $1",
    [id],
  );
  await removeObjects(
    context,
    caller,
    id,
    names.map((row) => row.name),
    operation,
  );
  // The message is that of hosted Supabase, which deletes the objects later.
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
}

export async function deleteBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  await readJson(c, { mayBeEmpty: true });
  const caller = await identifyCaller(context, c.get("bearer"));
  const id = c.req.param("id") ?? "";
  try {
    const deleted = await asCaller(
      context.database,
      caller,
      "storage.bucket.delete",
      (tx) => tx.query("delete from storage.buckets where id = $1 returning id", [id]),
      { isDeleting: true },
    );
    if (deleted.length === 0) throw refuse.noSuchBucket();
  } catch (error) {
    if (codeOf(error) === FOREIGN_KEY_VIOLATION) throw refuse.bucketNotEmpty();
    throw error;
  }
  return c.json({ message: "Successfully deleted" });
}
