import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody, readJson } from "./body.ts";
import { asCaller, type Caller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { parseObjectPath, requireBucketName } from "./object-key.ts";
import { OBJECT_COLUMNS, type ObjectRow, requireObject, withOwnerText } from "./objects.ts";
import { checkOf } from "./validation.ts";

const removeCheck = checkOf<{ prefixes: string[] }>({
  type: "object",
  properties: { prefixes: { type: "array", items: { type: "string" }, minItems: 1 } },
  required: ["prefixes"],
});

export async function removeObjects(
  context: StorageContext,
  caller: Caller,
  bucket: string,
  names: readonly string[],
  operation: string,
): Promise<ObjectRow[]> {
  const rows = await asCaller(
    context.database,
    caller,
    operation,
    (tx) =>
      tx.query<ObjectRow>(
        `delete from storage.objects where bucket_id = $1 and name = any($2)
         returning ${OBJECT_COLUMNS}`,
        [bucket, names],
      ),
    { isDeleting: true },
  );
  for (const row of rows) {
    await context.files.remove({ bucket, name: row.name }, row.version);
  }
  return rows;
}

export async function removeMany(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const { prefixes } = await readBody(c, removeCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  const bucket = c.req.param("bucket") ?? "";
  requireBucketName(bucket);
  const operation = "storage.object.delete_many";
  const rows = await removeObjects(context, caller, bucket, prefixes, operation);
  return c.json(rows.map(withOwnerText));
}

export async function removeOne(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  await readJson(c);
  const caller = await identifyCaller(context, c.get("bearer"));
  const address = parseObjectPath(new URL(c.req.url).pathname, "/object/");
  await requireObject(context.database, address);
  const { bucket, name } = address;
  const rows = await removeObjects(context, caller, bucket, [name], "storage.object.delete");
  if (rows.length === 0) throw refuse.accessDenied("Access denied");
  return c.json({ message: "Successfully deleted" });
}
