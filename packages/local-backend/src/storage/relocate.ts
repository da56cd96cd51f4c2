import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../database/database.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { asCaller, type Caller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { isMimeTypeAllowed } from "./mime-type.ts";
import type { ObjectAddress } from "./object-key.ts";
import { type ObjectMetadata, type ObjectRow, requireObject, writeObjectRow } from "./objects.ts";
import { requireStoredHeaders } from "./stored-headers.ts";
import { maxBytesOf, requireUploadTarget } from "./upload.ts";

const moveBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string().min(1),
  destinationKey: z.string().min(1),
  destinationBucket: z.string().optional(),
  sourceVersionId: z.undefined({ error: "versions are not supported" }).optional(),
});
const copyBody = moveBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().optional(), mimetype: z.string().optional() })
    .optional(),
});

function addressesOf(body: z.output<typeof moveBody>): { from: ObjectAddress; to: ObjectAddress } {
  return {
    from: { bucket: body.bucketId, name: body.sourceKey },
    to: { bucket: body.destinationBucket ?? body.bucketId, name: body.destinationKey },
  };
}

/**
 * Stores an object at another path. The bytes are copied before the commit, so that a committed row
 * always has bytes. A refusal deletes the copy.
 */
async function relocate(
  context: StorageContext,
  {
    caller,
    operation,
    from,
    to,
    mimeType,
  }: {
    caller: Caller;
    operation: string;
    from: ObjectAddress;
    to: ObjectAddress;
    /** New media type; unchanged by default. */
    mimeType?: string;
  },
  change: (tx: Queryable, source: ObjectRow, version: string) => Promise<void>,
): Promise<ObjectRow> {
  const target = await requireUploadTarget(context, to);
  const version = randomUUID();
  try {
    return await asCaller(context.database, caller, operation, async (tx) => {
      const source = await requireObject(tx, from);
      const newType = mimeType ?? source.metadata?.mimetype ?? "";
      if (!isMimeTypeAllowed(newType, target.allowed_mime_types)) throw refuse.mimeType(newType);
      if ((source.metadata?.size ?? 0) > maxBytesOf(context, target)) throw refuse.tooLarge();
      await change(tx, source, version);
      await context.files.duplicate(
        { address: from, version: source.version },
        { address: to, version },
      );
      return source;
    });
  } catch (error) {
    await context.files.remove(to, version);
    throw error;
  }
}

/** `POST /object/move`: needs select and update. */
export async function moveObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const { from, to } = addressesOf(await readBody(c, moveBody));
  const request = { caller, operation: "storage.object.move", from, to };
  const moved = await relocate(context, request, async (tx, _source, version) => {
    const updated = await tx.query(
      `update storage.objects set bucket_id = $3, name = $4, version = $5
       where bucket_id = $1 and name = $2 returning id`,
      [from.bucket, from.name, to.bucket, to.name, version],
    );
    if (updated.length === 0) {
      throw refuse.accessDenied("new row violates row-level security policy");
    }
  });
  await context.files.remove(from, moved.version);
  return c.json({ message: "Successfully moved", Id: moved.id, Key: `${to.bucket}/${to.name}` });
}

/** `POST /object/copy`: needs select and insert; with `x-upsert`, update as well. */
export async function copyObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const body = await readBody(c, copyBody);
  const given = body.copyMetadata ? {} : definedOnly(body.metadata ?? {});
  const mimeType = given.mimetype;
  const newType = mimeType === undefined ? {} : { mimeType };
  requireStoredHeaders({ ...given, ...newType });
  const { from, to } = addressesOf(body);
  const isUpsert = c.req.header("x-upsert") === "true";
  const request = {
    caller,
    operation: "storage.object.copy",
    from,
    to,
    ...newType,
  };
  let replaced: string | undefined;
  await relocate(context, request, async (tx, source, version) => {
    if (isUpsert) replaced = await versionAt(tx, to);
    const metadata: Partial<ObjectMetadata> = { ...source.metadata, ...given };
    await writeObjectRow(
      tx,
      {
        ...to,
        version,
        ownerId: caller.ownerId,
        metadata,
        userMetadata: body.copyMetadata ? source.user_metadata : null,
      },
      isUpsert,
    );
  });
  if (replaced !== undefined) await context.files.remove(to, replaced);
  const copy = await requireObject(context.database, to);
  return c.json({
    Id: copy.id,
    Key: `${to.bucket}/${to.name}`,
    name: copy.name,
    bucket_id: copy.bucket_id,
    id: copy.id,
    metadata: copy.metadata,
  });
}

async function versionAt(tx: Queryable, address: ObjectAddress): Promise<string | undefined> {
  const [row] = await tx.query<{ version: string }>(
    "select version from storage.objects where bucket_id = $1 and name = $2",
    [address.bucket, address.name],
  );
  return row?.version;
}

function definedOnly<T extends object>(
  value: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
