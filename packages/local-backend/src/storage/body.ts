import type { Context } from "hono";
import { z } from "zod";
import { refuse } from "./errors.ts";

const exclude = z.literal("exclude", { error: "versions are not supported" }).optional();

/** A thousand names of full length, escaped. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Bytes of a refused body that are read before the connection closes. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Version options, which are accepted only with the values for objects without versions. */
export const currentOnly = { noncurrentVersions: exclude, deleteMarkers: exclude };

/** @throws StorageError `EntityTooLarge`, `InvalidRequest` naming the first invalid field */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readText(c.req.raw);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse.invalidRequest("body must be JSON");
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw refuse.invalidRequest(`body/${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`.trim());
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
  if (size > MAX_BYTES) throw refuse.tooLarge();
  return Buffer.concat(chunks).toString("utf8");
}
