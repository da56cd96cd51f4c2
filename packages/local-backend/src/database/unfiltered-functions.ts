import type pg from "pg";
import { withoutComments, withoutTexts } from "./statements.ts";

const TOKENS = /"[^"]*"|[a-z_][\w$]*|[();]/gi;

/** PostgreSQL's FirstNormalObjectId. All objects with lower IDs were created by initdb. */
const FIRST_OWN_OID = 16_384;

/** Returns whether `source` contains an update or a delete without `where`. Ignores dynamic SQL. */
export function reachesEveryRow(source: string): boolean {
  const tokens = (withoutTexts(source).match(TOKENS) ?? []).map((token) => token.toLowerCase());
  return tokens.some((token, index) => {
    const next = tokens[index + 1];
    const words = () => wordsOfStatement(tokens.slice(index));
    if (token === "delete") return next === "from" && !words().includes("where");
    // `do update set` belongs to an insert, and `then update set` to a merge.
    if (token !== "update" || next === "set") return false;
    // `for update` and `for no key update` lock the rows of a select.
    if (["for", "key"].includes(tokens[index - 1] ?? "")) return false;
    return words().includes("set") && !words().includes("where");
  });
}

const turnsCheckOff = (source: string) => /safeupdate\.enabled/i.test(withoutComments(source));

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
 * Warns of functions that would fail on hosted Supabase, where pg-safeupdate also checks the
 * statements of functions, except in `begin atomic` bodies.
 */
export async function warnOfUnfilteredFunctions(
  client: pg.Client,
  warn: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ name: string; source: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as source
      from pg_proc as p join pg_language as l on l.oid = p.prolang
      where p.oid >= ${FIRST_OWN_OID} and l.lanname in ('plpgsql', 'sql') and p.prosqlbody is null
        and p.prosrc ~* '\\m(update|delete)\\M'
        and not exists (select from unnest(p.proconfig) as setting where setting ~* '^safeupdate\\.')
        and pg_get_userbyid(p.proowner) not like 'supabase\\_%'
        and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
      order by 1`,
  );
  const names = rows
    .filter(({ source }) => reachesEveryRow(source) && !turnsCheckOff(source))
    .map(({ name }) => name);
  if (names.length === 0) return;
  warn(
    `hosted Supabase refuses an update or delete without a where clause in a REST call. These functions contain such a statement: ${names.join(", ")}. If a statement is meant for every row, write "where true"`,
  );
}
