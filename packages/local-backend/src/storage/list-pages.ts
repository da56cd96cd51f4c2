import type { Context } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { asCaller, type Caller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { refuseUnsupported, UNSUPPORTED_OPTIONS, type UnsupportedOptions } from "./list.ts";
import { requireBucketName } from "./object-key.ts";
import { isoTime } from "./objects.ts";
import { checkOf, integer } from "./validation.ts";

type SortColumn = "name" | "updated_at" | "created_at";
type SortOrder = "asc" | "desc";

const pageCheck = checkOf<
  UnsupportedOptions & {
    prefix?: string;
    limit?: number;
    cursor?: string;
    with_delimiter?: boolean;
    sortBy?: { column: SortColumn; order?: SortOrder };
  }
>({
  type: "object",
  properties: {
    ...UNSUPPORTED_OPTIONS,
    prefix: { type: "string" },
    limit: integer(1),
    cursor: { type: "string" },
    with_delimiter: { type: "boolean" },
    sortBy: {
      type: "object",
      properties: {
        column: { type: "string", enum: ["name", "updated_at", "created_at"] },
        order: { type: "string", enum: ["asc", "desc"] },
      },
      required: ["column"],
    },
  },
});

const MAX_ENTRIES = 1000;

interface PageEntry {
  name: string;
  /** Null for a folder, whose name has no trailing slash here. */
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: object | null;
}

const cursorSchema = z.object({
  after: z.string(),
  at: z.iso.datetime().nullable(),
  column: z.enum(["name", "updated_at", "created_at"]),
  order: z.enum(["asc", "desc"]),
});
type Cursor = z.output<typeof cursorSchema>;

interface Page {
  bucket: string;
  prefix: string;
  hasFolders: boolean;
  column: SortColumn;
  order: SortOrder;
  after: string;
  at: string | null;
  count: number;
}

/**
 * The cursor contains the last entry, so that new and deleted objects do not shift the next page.
 */
export async function listPage(context: StorageContext, c: Context<ServiceEnv>): Promise<Response> {
  const body = await readBody(c, pageCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  refuseUnsupported(body);
  const bucket = c.req.param("bucket") ?? "";
  requireBucketName(bucket);
  const cursor = body.cursor ? parseCursor(body.cursor) : undefined;
  const limit = Math.min(body.limit ?? MAX_ENTRIES, MAX_ENTRIES);
  const page: Page = {
    bucket,
    prefix: body.prefix ?? "",
    hasFolders: body.with_delimiter ?? false,
    column: cursor?.column ?? body.sortBy?.column ?? "name",
    order: cursor?.order ?? body.sortBy?.order ?? "asc",
    after: cursor?.after ?? "",
    at: cursor?.at ?? null,
    count: limit + 1,
  };
  const rows = await readPage(context, caller, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = rows.length > limit;
  const keyOf = (name: string) => name.split("/")[page.prefix.split("/").length - 1] ?? "";
  const entryOf = (row: PageEntry, name: string) =>
    page.hasFolders ? { key: keyOf(row.name), ...row, name } : { ...row, name };
  return c.json({
    hasNext,
    ...(hasNext &&
      last && {
        nextCursor: formatCursor({
          after: last.id === null ? `${last.name}/` : last.name,
          at: page.column === "name" ? null : last[page.column],
          column: page.column,
          order: page.order,
        }),
        nextCursorKey: last.name,
      }),
    folders: shown.filter((row) => row.id === null).map((row) => entryOf(row, `${row.name}/`)),
    objects: shown.filter((row) => row.id !== null).map((row) => entryOf(row, row.name)),
  });
}

function readPage(context: StorageContext, caller: Caller, page: Page): Promise<PageEntry[]> {
  const [text, values] = page.hasFolders ? levelQuery(page) : flatQuery(page);
  return asCaller(context.database, caller, "storage.object.list_v2", (tx) =>
    tx.query<PageEntry>(text, values),
  );
}

const COLUMNS = `name, id, ${["updated_at", "created_at", "last_accessed_at"].map(isoTime).join(", ")},
  metadata`;

function levelQuery(page: Page): [text: string, values: unknown[]] {
  const { bucket, prefix, column, order, after, at, count } = page;
  const level = prefix.split("/").length;
  return [
    `select ${COLUMNS} from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8)`,
    [prefix, bucket, count, level, after, order, column, at ?? ""],
  ];
}

function flatQuery(page: Page): [text: string, values: unknown[]] {
  const { bucket, prefix, column, order, after, at, count } = page;
  const sort = column === "name" ? [] : [`date_trunc('milliseconds', ${column})`];
  const sorted = [...sort, `name collate "C"`];
  const values: unknown[] = [bucket, prefix, count];
  // Range of all names with the prefix: chr(1114111) is the largest character.
  const conditions = [
    "bucket_id = $1",
    `name collate "C" >= $2 and name collate "C" < $2 || chr(1114111)`,
  ];
  if (after !== "") {
    values.push(...(column === "name" ? [after] : [after, at]));
    const place = column === "name" ? "$4" : "$5::timestamptz, $4";
    conditions.push(`(${sorted.join(", ")}) ${order === "asc" ? ">" : "<"} (${place})`);
  }
  return [
    `select ${COLUMNS} from storage.objects where ${conditions.join(" and ")}
     order by ${sorted.map((by) => `${by} ${order}`).join(", ")} limit $3`,
    values,
  ];
}

function formatCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function parseCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw refuse.invalidParameter("Invalid Parameter continuation token");
  }
}
