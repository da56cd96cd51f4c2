import { Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { adminOnly } from "./admin-users.ts";
import type { AuthContext } from "./context.ts";
import { invalid } from "./errors.ts";
import { describePage, readPage } from "./paging.ts";

/** Payload fields to search, by the scope in a search such as `author:value`. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  author: ["actor_username", "actor_name"],
  action: ["action"],
  type: ["log_type"],
};

export function createAdminAuditRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().get("/admin/audit", adminOnly(auth), async (c) => {
    const query = c.req.query();
    const page = readPage(query);
    const { fields, text } = readSearch(query.query);
    const where = `$2 = '' or exists (
      select from unnest($1::text[]) as field where payload ->> field ilike '%' || $2 || '%')`;
    const { entries, total } = await auth.transaction(c, async (tx) => {
      const [count] = await tx.query<{ total: number }>(
        `select count(*)::int as total from auth.audit_log_entries where ${where}`,
        [fields, text],
      );
      const rows = await tx.query(
        `select id, payload, created_at, ip_address from auth.audit_log_entries where ${where}
         order by created_at desc, id limit $3 offset $4`,
        [fields, text, page.size, (page.number - 1) * page.size],
      );
      return { entries: rows, total: count?.total ?? 0 };
    });
    const headers = describePage("/admin/audit", query, { page, total });
    return c.json(entries, 200, headers);
  });
}

function readSearch(query = ""): { fields: readonly string[]; text: string } {
  if (query === "") return { fields: [], text: "" };
  const [scope = "", ...rest] = query.split(":");
  const fields = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined;
  if (fields === undefined) throw invalid(`Invalid query scope: ${scope}`);
  return { fields, text: rest.join(":").replaceAll(/[\\%_]/g, "\\$&") };
}
