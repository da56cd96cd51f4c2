import type { Context } from "hono";
import { refuse } from "./errors.ts";
import { mimeEssence } from "./mime-type.ts";
import { isMediaType } from "./stored-headers.ts";
import type { Check } from "./validation.ts";

/** Same limit as on hosted Supabase. */
const MAX_BYTES = 1024 * 1024;

const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

export async function readBody<T>(c: Context, check: Check<T>): Promise<T> {
  return check("body", await readJson(c));
}

/**
 * Returns undefined if the content type is not JSON, as hosted Supabase does. For example, `fetch`
 * sends a string as `text/plain`.
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

export function requireContentType(header: string | undefined): void {
  if (header !== undefined && !isMediaType(header)) throw refuse.contentType();
}

/** Reads and discards the bytes above the limit, so that the client can read the error. */
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
