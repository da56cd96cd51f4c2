import type { Queryable } from "../../database/database.ts";
import type { TokenClaims } from "../../keys/tokens.ts";
import type { ChangeBinding } from "./binding.ts";
import { type Condition, FilterError, filterSql } from "./filter.ts";
import type { TableColumn } from "./table.ts";

interface Filtered {
  audience: { claims: TokenClaims };
  seen: {
    columns: TableColumn[];
    record: Record<string, unknown> | undefined;
    oldRecord: Record<string, unknown> | undefined;
    matching: ReadonlySet<ChangeBinding>;
  };
}

interface MatchOptions {
  tx: Queryable;
  relation: string;
  log(line: string): void;
}

/**
 * Limits the parameters of a query: PostgreSQL allows 65,535, and each condition needs at most one.
 */
const FILTERS_PER_QUERY = 200;

/**
 * Evaluates filters with only the rights of the role, because types and operators may run the
 * project's code.
 */
export async function matchFilters<Candidate extends Filtered>(
  options: MatchOptions,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const results = new Map<string, boolean>();
  const keyOf = (role: string, conditions: Condition[]) => JSON.stringify([role, conditions]);
  for (const role of new Set(candidates.map(({ audience }) => audience.claims.role))) {
    const ofRole = candidates.filter(({ audience }) => audience.claims.role === role);
    const filters = new Map<string, Condition[]>();
    for (const { conditions } of ofRole.flatMap(({ seen }) => [...seen.matching])) {
      if (conditions.length > 0) filters.set(keyOf(role, conditions), conditions);
    }
    const seen = ofRole[0]?.seen;
    if (!seen) continue;
    const row = { values: seen.record ?? seen.oldRecord ?? {}, columns: seen.columns };
    const keys = [...filters.keys()];
    const passes = await evaluate({ ...options, role, row }, [...filters.values()]);
    keys.forEach((key, index) => {
      results.set(key, passes[index] === true);
    });
  }
  return candidates.map((candidate) => {
    const { role } = candidate.audience.claims;
    const matching = [...candidate.seen.matching].filter(
      ({ conditions }) => conditions.length === 0 || results.get(keyOf(role, conditions)) === true,
    );
    return { ...candidate, seen: { ...candidate.seen, matching: new Set(matching) } };
  });
}

interface EvaluateOptions extends MatchOptions {
  role: string;
  row: { values: Record<string, unknown>; columns: readonly TableColumn[] };
}

/** A filter that causes an error does not match. It does not affect the other filters. */
async function evaluate(options: EvaluateOptions, filters: Condition[][]): Promise<boolean[]> {
  const passes: boolean[] = [];
  for (let from = 0; from < filters.length; from += FILTERS_PER_QUERY) {
    passes.push(...(await evaluateSome(options, filters.slice(from, from + FILTERS_PER_QUERY))));
  }
  return passes;
}

async function evaluateSome(options: EvaluateOptions, filters: Condition[][]): Promise<boolean[]> {
  const { tx, log, relation, role } = options;
  await tx.query("savepoint filters");
  try {
    await tx.query("select set_config('role', $1, true)", [role]);
    return await ask(options, filters);
  } catch (error) {
    const [only, ...others] = filters;
    if (only !== undefined && others.length > 0) {
      await tx.query("rollback to savepoint filters");
      const middle = Math.ceil(filters.length / 2);
      return [
        ...(await evaluateSome(options, filters.slice(0, middle))),
        ...(await evaluateSome(options, filters.slice(middle))),
      ];
    }
    // A FilterError means only that the role may no longer select a column.
    if (!(error instanceof FilterError)) {
      log(`realtime: a filter on ${relation} failed (${(error as { code?: string }).code})`);
    }
    return filters.map(() => false);
  } finally {
    // The rollback also resets the role.
    await tx.query("rollback to savepoint filters; release savepoint filters");
  }
}

async function ask(
  { tx, relation, row }: EvaluateOptions,
  filters: Condition[][],
): Promise<boolean[]> {
  const values: unknown[] = [JSON.stringify(row.values)];
  const texts = filters.map((conditions) => {
    const filter = filterSql(conditions, row.columns, values.length + 1);
    values.push(...filter.values);
    return `(${filter.text})`;
  });
  const [answer] = await tx.query<{ passes: (boolean | null)[] }>(
    `select array[${texts.join(", ")}]::boolean[] as passes
     from jsonb_populate_record(null::${relation}, $1::jsonb) as r`,
    values,
  );
  return (answer?.passes ?? []).map((one) => one === true);
}
