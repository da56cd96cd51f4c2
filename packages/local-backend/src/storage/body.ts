import type { Context } from "hono";
import { z } from "zod";
import { refuse } from "./errors.ts";

const exclude = z.literal("exclude", { error: "versions are not offered" }).optional();

/** Largest JSON body: a thousand names of full length, escaped. */
const MAX_BYTES = 8 * 1024 * 1024;

/** How much of a refused body is still read before it is given up. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Options of object versions, where only the answer without versions can be had. */
export const currentOnly = { noncurrentVersions: exclude, deleteMarkers: exclude };

/**
 * Reads a JSON body by its schema.
 * @throws StorageError `EntityTooLarge`, `InvalidRequest` naming the first field that does not fit
 */
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
 * Counts as it reads: a sender need not tell the length. A larger body is read on for a while
 * without being kept, so that its sender gets to see the refusal.
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
