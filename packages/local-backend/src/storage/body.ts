import type { Context } from "hono";
import { z } from "zod";
import { refuse } from "./errors.ts";

const exclude = z.literal("exclude", { error: "versions are not offered" }).optional();

/** Options of object versions, where only the answer without versions can be had. */
export const currentOnly = { noncurrentVersions: exclude, deleteMarkers: exclude };

/**
 * Reads a JSON body by its schema.
 * @throws StorageError `InvalidRequest` naming the first field that does not fit
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  let value: unknown;
  try {
    value = await c.req.json();
  } catch {
    throw refuse.invalidRequest("body must be JSON");
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw refuse.invalidRequest(`body/${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`.trim());
}
