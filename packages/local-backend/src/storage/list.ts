import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { requireBucketName } from "./object-key.ts";
import { isoTime } from "./objects.ts";
import { checkOf, integer } from "./validation.ts";

/**
 * Options of hosted Supabase that must be refused, because ignoring them would return wrong
 * objects.
 */
export interface UnsupportedOptions {
  exactMatch?: boolean;
  noncurrentVersions?: string;
  deleteMarkers?: string;
}

export const UNSUPPORTED_OPTIONS = {
  exactMatch: { type: "boolean" },
  noncurrentVersions: { type: "string" },
  deleteMarkers: { type: "string" },
};

export function refuseUnsupported(options: UnsupportedOptions): void {
  if (options.exactMatch) throw refuse.notSupported("exactMatch");
  const versions = [options.noncurrentVersions, options.deleteMarkers];
  if (versions.some((wanted = "exclude") => wanted !== "exclude")) {
    throw refuse.notSupported("object versions");
  }
}

const listCheck = checkOf<
  UnsupportedOptions & {
    prefix: string;
    limit?: number;
    offset?: number;
    search?: string;
    sortBy?: { column: string; order?: "asc" | "desc" };
  }
>({
  type: "object",
  properties: {
    ...UNSUPPORTED_OPTIONS,
    prefix: { type: "string" },
    limit: integer(1),
    offset: integer(0),
    sortBy: {
      type: "object",
      properties: {
        column: { type: "string", enum: ["name", "updated_at", "created_at", "last_accessed_at"] },
        order: { type: "string", enum: ["asc", "desc"] },
      },
      required: ["column"],
    },
    search: { type: "string" },
  },
  required: ["prefix"],
});

interface ListedEntry {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: Record<string, unknown> | null;
}

export async function listObjects(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const body = await readBody(c, listCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  refuseUnsupported(body);
  const bucket = c.req.param("bucket") ?? "";
  requireBucketName(bucket);
  const { prefix, limit = 100, offset = 0, search = "", sortBy } = body;
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const rows = await asCaller(context.database, caller, "storage.object.list", (tx) =>
    tx.query<ListedEntry>(
      `select name, id, ${isoTime("updated_at")}, ${isoTime("created_at")},
         ${isoTime("last_accessed_at")}, metadata
       from storage.search($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        folder,
        bucket,
        Math.min(limit, MAX_INTEGER),
        folder.split("/").length,
        Math.min(offset, MAX_INTEGER),
        search,
        sortBy?.column ?? "name",
        sortBy?.order ?? "asc",
      ],
    ),
  );
  return c.json(rows);
}

const MAX_INTEGER = 2 ** 31 - 1;
