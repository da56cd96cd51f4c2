import type { Context } from "hono";
import { refuse } from "./errors.ts";
import { mimeEssence } from "./mime-type.ts";
import { isMediaType } from "./stored-headers.ts";
import type { Check } from "./validation.ts";

/** As on hosted. */
const MAX_BYTES = 1024 * 1024;

/** Bytes of a refused body that are read before the connection closes. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** @throws StorageError `EntityTooLarge`, `InvalidRequest` naming the first invalid field */
export async function readBody<T>(c: Context, check: Check<T>): Promise<T> {
  return check("body", await readJson(c));
}

/**
 * Reads a JSON body. A body of another type counts as no body: `fetch` sends text as `text/plain`,
 * and hosted refuses it.
 * @throws StorageError `InvalidRequest` if it is not JSON, or empty unless `mayBeEmpty`
 */
export async function readJson(
  c: Context,
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): Promise<unknown> {
  requireContentType(c.req.header("content-type"));
  const text = await readText(c.req.raw);
  if (mimeEssence(c.req.header("content-type") ?? "") !== "application/json") return undefined;
  if (text === "") {
    if (mayBeEmpty) return undefined;
    throw refuse.unreadableBody(
      "Body cannot be empty when content-type is set to 'application/json'",
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.unreadableBody(
      "Body is not valid JSON but content-type is set to 'application/json'",
    );
  }
}

/** @throws StorageError `InvalidMimeType` */
export function requireContentType(header: string | undefined): void {
  if (header !== undefined && !isMediaType(header)) throw refuse.contentType();
}

/**
 * Counts while reading, because the length may be unknown. A larger body is read for a while and
 * discarded, so that its sender can read the error.
 */
async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size <= MAX_DRAINED_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= MAX_BYTES) chunks.push(value);
    else chunks.length = 0;
  }
  if (size > MAX_BYTES) throw refuse.bodyTooLarge();
  return Buffer.concat(chunks).toString("utf8");
}
