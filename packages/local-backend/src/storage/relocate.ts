import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Queryable } from "../database/database.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { requireBucket } from "./buckets.ts";
import { asCaller, type Caller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { type ObjectAddress, requireBucketName, requireObjectName } from "./object-key.ts";
import {
  type ObjectMetadata,
  type ObjectRow,
  ownerColumns,
  requireObject,
  withOwnerText,
  writeObjectRow,
} from "./objects.ts";
import { requireStoredHeaders } from "./stored-headers.ts";
import { requireAccepted } from "./upload.ts";
import { userMetadataIn } from "./user-metadata.ts";
import { checkOf } from "./validation.ts";

interface MoveInput {
  bucketId: string;
  sourceKey: string;
  destinationKey: string;
  destinationBucket?: string;
  sourceVersionId?: string;
}

const PATHS = {
  bucketId: { type: "string" },
  sourceKey: { type: "string" },
  destinationBucket: { type: "string" },
  destinationKey: { type: "string" },
  sourceVersionId: { type: "string" },
};

const moveCheck = checkOf<MoveInput>({
  type: "object",
  properties: PATHS,
  required: ["bucketId", "sourceKey", "destinationKey"],
});

const copyCheck = checkOf<
  MoveInput & {
    copyMetadata?: boolean;
    metadata?: { cacheControl?: string; mimetype?: string };
  }
>({
  type: "object",
  properties: {
    ...PATHS,
    metadata: {
      type: "object",
      properties: { cacheControl: { type: "string" }, mimetype: { type: "string" } },
    },
    copyMetadata: { type: "boolean" },
  },
  required: ["sourceKey", "bucketId", "destinationKey"],
});

function addressesOf(body: MoveInput): { from: ObjectAddress; to: ObjectAddress } {
  if (body.sourceVersionId !== undefined) throw refuse.notSupported("object versions");
  const from = { bucket: body.bucketId, name: body.sourceKey };
  const to = { bucket: body.destinationBucket || body.bucketId, name: body.destinationKey };
  requireBucketName(from.bucket);
  requireObjectName(to.name);
  return { from, to };
}

/**
 * Stores the file before the commit, so that every committed row has a file. Unlike hosted
 * Supabase, applies the limits of the target bucket.
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
    mimeType?: string;
  },
  change: (tx: Queryable, source: ObjectRow, version: string) => Promise<void>,
): Promise<ObjectRow> {
  const version = randomUUID();
  try {
    return await asCaller(context.database, caller, operation, async (tx) => {
      const source = await requireObject(tx, from);
      await change(tx, source, version);
      // Check the limits after `change`, so that a caller without permission first gets the error
      // of the policy.
      const target = await requireBucket(context.database, to.bucket);
      const newType = mimeType ?? source.metadata?.mimetype ?? "";
      const maxBytes = requireAccepted(context, target, to.name, newType);
      if ((source.metadata?.size ?? 0) > maxBytes) throw refuse.tooLarge();
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

export async function moveObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const body = await readBody(c, moveCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  const { from, to } = addressesOf(body);
  const request = { caller, operation: "storage.object.move", from, to };
  const moved = await relocate(context, request, async (tx, _source, version) => {
    const updated = await tx.query(
      `update storage.objects set bucket_id = $3, name = $4, version = $5,
         owner = coalesce($6, owner), owner_id = coalesce($7, owner_id)
       where bucket_id = $1 and name = $2 returning id`,
      [from.bucket, from.name, to.bucket, to.name, version, ...ownerColumns(caller.ownerId)],
    );
    if (updated.length === 0) throw refuse.noSuchKey();
  });
  await context.files.remove(from, moved.version);
  return c.json({ message: "Successfully moved" });
}

export async function copyObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const body = await readBody(c, copyCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  const isMetadataKept = body.copyMetadata ?? true;
  const given = isMetadataKept ? {} : (body.metadata ?? {});
  const newType = given.mimetype === undefined ? {} : { mimeType: given.mimetype };
  requireStoredHeaders({ ...given, ...newType });
  const { from, to } = addressesOf(body);
  const isUpsert = c.req.header("x-upsert") === "true";
  const request = { caller, operation: "storage.object.copy", from, to, ...newType };
  let replaced: string | undefined;
  await relocate(context, request, async (tx, source, version) => {
    if (isUpsert) replaced = await versionAt(tx, to);
    const lastModified = new Date(context.now()).toISOString();
    const metadata: Partial<ObjectMetadata> = { ...source.metadata, ...given, lastModified };
    await writeObjectRow(
      tx,
      {
        ...to,
        version,
        ownerId: caller.ownerId,
        metadata,
        userMetadata: isMetadataKept
          ? source.user_metadata
          : userMetadataIn(c.req.header("x-metadata")),
      },
      isUpsert,
    );
  });
  if (replaced !== undefined) await context.files.remove(to, replaced);
  const copy = withOwnerText(await requireObject(context.database, to));
  return c.json({ Id: copy.id, Key: `${to.bucket}/${to.name}`, ...copy });
}

async function versionAt(tx: Queryable, address: ObjectAddress): Promise<string | undefined> {
  const [row] = await tx.query<{ version: string }>(
    "select version from storage.objects where bucket_id = $1 and name = $2",
    [address.bucket, address.name],
  );
  return row?.version;
}
