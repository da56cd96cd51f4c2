import type pg from "pg";
import { withoutTexts } from "./statements.ts";

/** Words, parentheses and semicolons, which decide where a statement begins and ends. */
const TOKENS = /"[^"]*"|[a-z_][\w$]*|[();]/gi;

/** PostgreSQL's FirstNormalObjectId: objects of initdb have lower ones. */
const FIRST_OWN_OID = 16_384;

/**
 * Returns whether a function contains an `update` or `delete` without a `where`. Ignores dynamic
 * SQL.
 */
export function reachesEveryRow(source: string): boolean {
  const tokens = (withoutTexts(source).match(TOKENS) ?? []).map((token) => token.toLowerCase());
  return tokens.some((token, index) => {
    const next = tokens[index + 1];
    const words = () => wordsOfStatement(tokens.slice(index));
    if (token === "delete") return next === "from" && !words().includes("where");
    // `do update set` belongs to an insert, and `then update set` belongs to a merge.
    if (token !== "update" || next === "set") return false;
    // `for update` and `for no key update` lock the rows of a select.
    if (["for", "key"].includes(tokens[index - 1] ?? "")) return false;
    return words().includes("set") && !words().includes("where");
  });
}

/** Returns the words up to the end of the statement, without those in parentheses. */
function wordsOfStatement(tokens: readonly string[]): string[] {
  const words: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && token === ";")) break;
    if (depth === 0) words.push(token);
  }
  return words;
}

/**
 * Warns about functions of the project that fail on hosted Supabase when REST calls them. There,
 * pg-safeupdate also checks the statements inside functions, except those of `begin atomic`.
 */
export async function warnOfUnfilteredFunctions(
  client: pg.Client,
  warn: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ name: string; source: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as source
      from pg_proc as p join pg_language as l on l.oid = p.prolang
      where p.oid >= ${FIRST_OWN_OID} and l.lanname in ('plpgsql', 'sql') and p.prosqlbody is null
        and p.prosrc ~* '\\m(update|delete)\\M' and p.prosrc !~* 'safeupdate\\.enabled'
        and pg_get_userbyid(p.proowner) not like 'supabase\\_%'
        and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
      order by 1`,
  );
  const names = rows.filter(({ source }) => reachesEveryRow(source)).map(({ name }) => name);
  if (names.length === 0) return;
  warn(
    `hosted refuses an update or delete without a where clause when REST runs it; these functions have one: ${names.join(", ")} (write "where true" if every row is meant)`,
  );
}
