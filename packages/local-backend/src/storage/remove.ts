import type { Context } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { asCaller, type Caller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { parseObjectPath } from "./object-key.ts";
import { OBJECT_COLUMNS, type ObjectRow } from "./objects.ts";

const removeBody = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** Deletes the rows that the caller may delete, then their bytes. */
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

/** `DELETE /object/:bucket` with a list of names. */
export async function removeMany(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const { prefixes } = await readBody(c, removeBody);
  const bucket = c.req.param("bucket") ?? "";
  return c.json(
    await removeObjects(context, caller, bucket, prefixes, "storage.object.delete_many"),
  );
}

/** `DELETE /object/:bucket/*`. */
export async function removeOne(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const { bucket, name } = parseObjectPath(new URL(c.req.url).pathname, "/object/");
  const rows = await removeObjects(context, caller, bucket, [name], "storage.object.delete");
  if (rows.length === 0) throw refuse.noSuchKey();
  return c.json({ message: "Successfully deleted" });
}
