import type { Queryable } from "../database/database.ts";
import { invalid } from "./errors.ts";
import { presentUser, type UserJson } from "./user-json.ts";
import { AUDIENCE, type UserRow } from "./users.ts";

/** The product of page number and page size must fit a PostgreSQL bigint. */
const MAX_COUNT = 2_147_483_647;
const DEFAULT_PER_PAGE = 50;

interface UserPage {
  users: UserJson[];
  total: number;
  /** The value of the Link header. */
  links: string;
}

/** Newest first. `filter` searches addresses and full names. */
export async function listUsers(
  tx: Queryable,
  query: { page?: string; per_page?: string; filter?: string },
): Promise<UserPage> {
  const page = readCount(query.page, "page", 1);
  const perPage = readCount(query.per_page, "per_page", DEFAULT_PER_PAGE);
  const filter = (query.filter ?? "").replaceAll(/[\\%_]/g, "\\$&");
  const where = `aud = $1 and ($2 = '' or email ilike '%' || $2 || '%'
    or raw_user_meta_data ->> 'full_name' ilike '%' || $2 || '%')`;
  const [count] = await tx.query<{ total: number }>(
    `select count(*)::int as total from auth.users where ${where}`,
    [AUDIENCE, filter],
  );
  const rows = await tx.query<UserRow>(
    `select * from auth.users where ${where} order by created_at desc, id limit $3 offset $4`,
    [AUDIENCE, filter, perPage, (page - 1) * perPage],
  );
  const total = count?.total ?? 0;
  const users: UserJson[] = [];
  for (const row of rows) users.push(await presentUser(tx, row));
  return { users, total, links: buildLinks({ page, perPage, total }) };
}

function buildLinks({ page, perPage, total }: { page: number; perPage: number; total: number }) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const link = (target: number, rel: string) =>
    `</admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  const next = page < lastPage ? [link(page + 1, "next")] : [];
  return [...next, link(lastPage, "last")].join(", ");
}

function readCount(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined || text === "") return fallback;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    throw invalid(
      `Bad Pagination Parameters: ${name} must be a positive number up to ${MAX_COUNT}`,
    );
  }
  return count;
}
