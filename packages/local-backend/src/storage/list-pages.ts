import type { Context } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { currentOnly, readBody } from "./body.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";

const pageBody = z.strictObject({
  ...currentOnly,
  prefix: z.string().default(""),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .prefault({}),
});

interface PageEntry {
  key: string;
  id: string | null;
  updated_at: string;
  created_at: string;
  last_accessed_at: string;
  metadata: object | null;
  /** First sort value, before the key; `-infinity` when sorted by key only. */
  rank: string;
}

const cursorSchema = z.tuple([z.string(), z.string()]);

/** `POST /object/list-v2/:bucket`: pages stay correct when objects change in between. */
export async function listPage(context: StorageContext, c: Context<ServiceEnv>): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const bucket = c.req.param("bucket") ?? "";
  const body = await readBody(c, pageBody);
  const cursor = body.cursor === undefined ? undefined : parseCursor(body.cursor);
  const isoTime = (column: string) =>
    `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
  const rank = body.sortBy.column === "name" ? "null" : body.sortBy.column;
  const { order } = body.sortBy;
  const rows = await asCaller(context.database, caller, "storage.object.list_v2", (tx) =>
    tx.query<PageEntry>(
      `with matching as (
         select *, strpos(substr(name, length($2) + 1), '/') as slash
         from storage.objects where bucket_id = $1 and starts_with(name, $2)
       ), entries as (
         select name as key, id, updated_at, created_at, last_accessed_at, metadata,
           coalesce(${rank}::timestamptz, '-infinity') as rank
         from matching where not $3 or slash = 0
         union all
         select distinct left(name, length($2) + slash), null::uuid, null::timestamptz,
           null::timestamptz, null::timestamptz, null::jsonb, '-infinity'::timestamptz
         from matching where $3 and slash > 0
       )
       select key, id, ${isoTime("updated_at")}, ${isoTime("created_at")},
         ${isoTime("last_accessed_at")}, metadata, rank::text as rank
       from entries as e
       where $4::text is null
         or (e.rank, e.key collate "C") ${order === "asc" ? ">" : "<"} ($4::timestamptz, $5)
       order by e.rank ${order}, e.key collate "C" ${order} limit $6`,
      [
        bucket,
        body.prefix,
        body.with_delimiter,
        cursor?.[0] ?? null,
        cursor?.[1] ?? null,
        body.limit + 1,
      ],
    ),
  );
  const page = rows.slice(0, body.limit);
  const last = page.at(-1);
  const hasNext = rows.length > body.limit;
  return c.json({
    hasNext,
    ...(hasNext && last && { nextCursor: formatCursor([last.rank, last.key]) }),
    folders: page.filter((row) => row.id === null).map(({ key }) => ({ name: key, key })),
    objects: page
      .filter((row) => row.id !== null)
      .map(({ rank: _rank, ...row }) => ({ name: row.key, ...row })),
  });
}

function formatCursor(position: [string, string]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function parseCursor(text: string): [string, string] {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw refuse.invalidRequest("cursor is not valid");
  }
}
