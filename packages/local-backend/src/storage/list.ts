import type { Context } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { currentOnly, readBody } from "./body.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";

const listBody = z.strictObject({
  ...currentOnly,
  prefix: z.string().default(""),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().default(""),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .prefault({}),
});

interface ListedEntry {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: Record<string, unknown> | null;
}

const isoTime = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** `POST /object/list/:bucket`: one level below a prefix, as visible to the caller. */
export async function listObjects(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const bucket = c.req.param("bucket") ?? "";
  const { prefix, limit, offset, search, sortBy } = await readBody(c, listBody);
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const rows = await asCaller(context.database, caller, "storage.object.list", (tx) =>
    tx.query<ListedEntry>(
      `select name, id, ${isoTime("updated_at")}, ${isoTime("created_at")},
         ${isoTime("last_accessed_at")}, metadata
       from storage.search($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        folder,
        bucket,
        limit,
        folder.split("/").length,
        offset,
        search,
        sortBy.column,
        sortBy.order,
      ],
    ),
  );
  return c.json(rows);
}
