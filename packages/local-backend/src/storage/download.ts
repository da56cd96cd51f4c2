import { Readable } from "node:stream";
import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { requireBucket } from "./buckets.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { mimeEssence } from "./mime-type.ts";
import { type ObjectAddress, parseObjectPath } from "./object-key.ts";
import { type ObjectRow, requireObject } from "./objects.ts";
import { type ByteRange, parseRange } from "./range.ts";
import { isHeaderValue } from "./stored-headers.ts";
import { checkOf, readQuery } from "./validation.ts";

/**
 * `public` requires no token, `authenticated` a valid token, and `open` a valid token for private
 * buckets only.
 */
export type ReadRoute = "authenticated" | "open" | "public";

async function findReadable(
  context: StorageContext,
  c: Context<ServiceEnv>,
  address: ObjectAddress,
  route: ReadRoute,
  operation: string,
): Promise<ObjectRow> {
  const asked = identifyCaller(context, c.get("bearer"));
  const caller = await (route === "authenticated" ? asked : asked.catch(() => undefined));
  const bucket = await requireBucket(context.database, address.bucket).catch((error: unknown) => {
    // For public objects, hosted Supabase reports a missing bucket as a missing object.
    throw route === "public" ? refuse.noSuchKey() : error;
  });
  if (bucket.public) return await requireObject(context.database, address);
  if (route === "public" || caller === undefined) throw refuse.noSuchBucket();
  return await asCaller(context.database, caller, operation, (tx) => requireObject(tx, address));
}

/** @param marker part of the path before the bucket, such as `/object/public/` */
export async function downloadObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
  marker: string,
  route: ReadRoute,
): Promise<Response> {
  const address = parseObjectPath(new URL(c.req.url).pathname, marker);
  const operation =
    route === "public" ? "storage.object.get_public" : "storage.object.get_authenticated";
  return await sendObject(context, c, await findReadable(context, c, address, route, operation));
}

export async function describeObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
  marker: string,
  route: ReadRoute,
): Promise<Response> {
  // For HEAD, hosted Supabase interprets `info` in this path as the name of a bucket.
  if (route === "public" && isHead(c)) throw refuse.noSuchBucket();
  const address = parseObjectPath(new URL(c.req.url).pathname, marker);
  const operation =
    route === "public" ? "storage.object.info_public" : "storage.object.info_authenticated";
  const row = await findReadable(context, c, address, route, operation);
  const { etag, "last-modified": lastModified, "cache-control": cacheControl } = validators(row);
  c.header("etag", etag);
  c.header("last-modified", lastModified);
  c.header("cache-control", cacheControl);
  return c.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata?.size ?? null,
    content_type: row.metadata?.mimetype ?? null,
    cache_control: row.metadata?.cacheControl ?? null,
    etag: row.metadata?.eTag ?? null,
    metadata: row.user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
  });
}

const queryCheck = checkOf<{ download?: string }>({
  type: "object",
  properties: { download: { type: "string" } },
});

const isHead = (c: Context): boolean => c.req.raw.method === "HEAD";

/** Check the caller's permissions before this call. */
export async function sendObject(
  context: StorageContext,
  c: Context<ServiceEnv>,
  row: ObjectRow,
  { expiresAtSeconds }: { expiresAtSeconds?: number } = {},
): Promise<Response> {
  const { download } = readQuery(c.req.url, queryCheck);
  const address = { bucket: row.bucket_id, name: row.name };
  const size = await context.files.sizeOf(address, row.version);
  if (size === undefined) throw refuse.noSuchKey();

  const headers = objectHeaders(row, download);
  if (expiresAtSeconds !== undefined) {
    // A shared cache must not store the file for longer than the link is valid.
    delete headers["cache-control"];
    headers.expires = new Date(expiresAtSeconds * 1000).toUTCString();
  }
  if (isUnchanged(c, row)) return c.newResponse(null, { status: 304, headers });
  if (headers["cache-control"] !== undefined && c.req.header("if-none-match") !== undefined) {
    const rule = isHead(c) ? "must-revalidate" : "stale-while-revalidate=30";
    headers["cache-control"] += `, ${rule}`;
  }

  // RFC 9110 §14.2 defines ranges only for GET.
  const range = isHead(c) ? undefined : parseRange(c.req.header("range"), size);
  if (range === "unsatisfiable") {
    c.header("content-range", `bytes */${size}`);
    throw refuse.invalidRange();
  }
  headers["content-length"] = String(range ? range.end - range.start + 1 : size);
  if (range) headers["content-range"] = `bytes ${range.start}-${range.end}/${size}`;
  const status = range ? 206 : 200;
  if (isHead(c)) return c.newResponse(null, { status, headers });
  return c.newResponse(openBody(context, row, range), { status, headers });
}

function openBody(context: StorageContext, row: ObjectRow, range?: ByteRange): ReadableStream {
  const address = { bucket: row.bucket_id, name: row.name };
  return Readable.toWeb(context.files.read(address, row.version, range)) as ReadableStream;
}

function validators(row: ObjectRow) {
  const cacheControl = row.metadata?.cacheControl ?? "no-cache";
  return {
    "cache-control": isHeaderValue(cacheControl) ? cacheControl : "no-cache",
    etag: row.metadata?.eTag ?? `"${row.version}"`,
    "last-modified": new Date(row.metadata?.lastModified ?? row.updated_at).toUTCString(),
  };
}

function objectHeaders(row: ObjectRow, download: string | undefined): Record<string, string> {
  // A value may be invalid in a header, because rows can also be written with SQL.
  const stored = row.metadata?.mimetype || "application/octet-stream";
  const mimeType = isHeaderValue(stored) ? stored : "application/octet-stream";
  const robotsTag = row.metadata?.xRobotsTag ?? "none";
  return {
    ...validators(row),
    "accept-ranges": "bytes",
    // HTML and SVG must not run in the API's origin, which is also the mailbox's origin. A PDF has
    // no sandbox: Chromium does not show a sandboxed PDF, and its scripts cannot reach the origin.
    "content-type": mimeType.toLowerCase().includes("text/html") ? "text/plain" : mimeType,
    "x-content-type-options": "nosniff",
    "x-robots-tag": isHeaderValue(robotsTag) ? robotsTag : "none",
    ...(mimeEssence(mimeType) !== "application/pdf" && { "content-security-policy": "sandbox" }),
    ...(download !== undefined && { "content-disposition": disposition(download) }),
  };
}

/** If `?download` is empty, the browser takes the file name from the URL. */
function disposition(fileName: string): string {
  if (fileName === "") return "attachment;";
  const encoded = encodeURIComponent(fileName);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

function isUnchanged(c: Context, row: ObjectRow): boolean {
  const wanted = c.req.header("if-none-match");
  if (wanted !== undefined) {
    return wanted.split(",").some((tag) => {
      const plain = tag.trim().replace(/^W\//, "");
      return plain === "*" || plain === row.metadata?.eTag;
    });
  }
  const since = c.req.header("if-modified-since");
  if (since === undefined) return false;
  const modified = Date.parse(row.metadata?.lastModified ?? row.updated_at);
  return Math.floor(modified / 1000) * 1000 <= Date.parse(since);
}
