import type { Queryable } from "../database/database.ts";
import { invalid } from "./errors.ts";
import type { Page } from "./paging.ts";
import { presentListedUser, type UserJson } from "./user-json.ts";
import { AUDIENCE, type UserRow } from "./users.ts";

/**
 * As on hosted Supabase, `%` and `_` in the filter are wildcards, and the search in email addresses
 * is case-sensitive.
 */
export async function listUsers(
  tx: Queryable,
  query: Readonly<Record<string, string>>,
  page: Page,
): Promise<{ users: UserJson[]; total: number }> {
  const order = readOrder(query.sort);
  const filter = query.filter ?? "";
  const where = `aud = $1 and ($2 = '' or email like '%' || $2 || '%'
    or raw_user_meta_data ->> 'full_name' ilike '%' || $2 || '%')`;
  const [count] = await tx.query<{ total: number }>(
    `select count(*)::int as total from auth.users where ${where}`,
    [AUDIENCE, filter],
  );
  const rows = await tx.query<UserRow>(
    `select * from auth.users where ${where} order by created_at ${order}, id limit $3 offset $4`,
    [AUDIENCE, filter, page.size, (page.number - 1) * page.size],
  );
  return { users: rows.map(presentListedUser), total: count?.total ?? 0 };
}

function readOrder(sort = ""): "asc" | "desc" {
  if (sort === "") return "desc";
  const [field = "", direction = "asc"] = sort.split(" ");
  if (field !== "created_at") throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`);
  const lower = direction.toLowerCase();
  if (lower === "asc" || lower === "desc") return lower;
  throw invalid(
    `Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`,
  );
}
