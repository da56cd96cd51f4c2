import type { z } from "zod";

export function formatJsonCookie(data: unknown): string {
  return Buffer.from(JSON.stringify(data)).toString("base64url");
}

/** Returns null for a value that the schema does not accept, because users can edit cookies. */
export function parseJsonCookie<S extends z.ZodType>(
  schema: S,
  value: string | undefined,
): z.output<S> | null {
  if (!value) return null;
  try {
    const text = Buffer.from(value, "base64url").toString("utf8");
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
