import type { Context } from "hono";

export async function readForm<Name extends string>(
  c: Context,
  ...names: Name[]
): Promise<Record<Name, string>> {
  const body = await c.req.parseBody();
  const entries = names.map((name) => {
    const value = body[name];
    return [name, typeof value === "string" ? value : ""] as const;
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}
