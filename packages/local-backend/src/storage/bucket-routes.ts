import type { Context } from "hono";
import { z } from "zod";
import { parseBytes } from "../config/units.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { BUCKET_COLUMNS, type BucketRow, requireBucket } from "./buckets.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { isBucketName } from "./object-key.ts";
import { removeObjects } from "./remove.ts";

const fileSizeLimit = z
  .union([z.number().int().nonnegative(), z.string()])
  .transform((value, context) => {
    const bytes = typeof value === "number" ? value : parseBytes(value);
    if (bytes !== undefined) return bytes;
    context.addIssue({ code: "custom", message: "is not a size such as 20MB" });
    return z.NEVER;
  });

const settings = z.object({
  public: z.boolean().optional(),
  file_size_limit: fileSizeLimit.nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
  type: z.literal("STANDARD", { error: "only STANDARD buckets are offered" }).optional(),
  versioning_status: z.literal("DISABLED", { error: "versions are not supported" }).optional(),
});
const createBody = settings.extend({ id: z.string().optional(), name: z.string() });

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().default(""),
});

const UNIQUE_VIOLATION = "23505";

/** A bucket's limit can only lower the global one; hosted refuses a higher one. */
function requireLimitWithin(context: StorageContext, limitBytes: number | null | undefined): void {
  if ((limitBytes ?? 0) > context.config.storage.file_size_limit) throw refuse.tooLarge();
}

/** `POST /bucket`. */
export async function createBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const body = await readBody(c, createBody);
  requireLimitWithin(context, body.file_size_limit);
  const id = body.id ?? body.name;
  if (!isBucketName(id) || !isBucketName(body.name)) throw refuse.invalidBucketName();
  try {
    await asCaller(context.database, caller, "storage.bucket.create", (tx) =>
      tx.query(
        `insert into storage.buckets
           (id, name, owner_id, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          id,
          body.name,
          caller.ownerId,
          body.public ?? false,
          body.file_size_limit ?? null,
          body.allowed_mime_types ?? null,
        ],
      ),
    );
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw refuse.bucketAlreadyExists();
    throw error;
  }
  return c.json({ name: body.name });
}

/** `GET /bucket`: buckets that the caller may see. */
export async function listBuckets(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const query = listQuery.safeParse(c.req.query());
  if (!query.success) throw refuse.invalidRequest("the query is not valid");
  const { limit, offset, sortColumn, sortOrder, search } = query.data;
  const rows = await asCaller(context.database, caller, "storage.bucket.list", (tx) =>
    tx.query<BucketRow>(
      `select ${BUCKET_COLUMNS} from storage.buckets as b
       where position(lower($1) in lower(b.name)) > 0
       order by b.${sortColumn} ${sortOrder}, b.id limit $2 offset $3`,
      [search, limit, offset],
    ),
  );
  return c.json(rows);
}

/** `GET /bucket/:id`. */
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

/** `PUT /bucket/:id`: omitted settings stay unchanged. */
export async function updateBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const id = c.req.param("id") ?? "";
  const body = await readBody(c, settings);
  requireLimitWithin(context, body.file_size_limit);
  await asCaller(context.database, caller, "storage.bucket.update", async (tx) => {
    const old = await requireBucket(tx, id);
    const updated = await tx.query(
      `update storage.buckets set public = $2, file_size_limit = $3, allowed_mime_types = $4,
         updated_at = now()
       where id = $1 returning id`,
      [
        id,
        body.public ?? old.public,
        body.file_size_limit === undefined ? old.file_size_limit : body.file_size_limit,
        body.allowed_mime_types === undefined ? old.allowed_mime_types : body.allowed_mime_types,
      ],
    );
    if (updated.length === 0) {
      throw refuse.accessDenied("new row violates row-level security policy");
    }
  });
  return c.json({ message: "Successfully updated" });
}

/** `POST /bucket/:id/empty`: deletes the objects that the caller may delete. */
export async function emptyBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
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
  return c.json({ message: "Successfully emptied" });
}

/** `DELETE /bucket/:id`: only an empty one. */
export async function deleteBucket(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const id = c.req.param("id") ?? "";
  const operation = "storage.bucket.delete";
  await asCaller(context.database, caller, operation, (tx) => requireBucket(tx, id));
  const [content] = await context.database.query(
    "select 1 from storage.objects where bucket_id = $1 limit 1",
    [id],
  );
  if (content) throw refuse.bucketNotEmpty();
  const deleted = await asCaller(
    context.database,
    caller,
    operation,
    (tx) => tx.query("delete from storage.buckets where id = $1 returning id", [id]),
    { isDeleting: true },
  );
  if (deleted.length === 0) throw refuse.noSuchBucket();
  return c.json({ message: "Successfully deleted" });
}
