import type { Database, Queryable } from "../../database/database.ts";
import type { TokenClaims } from "../../keys/tokens.ts";
import type { ChangeBinding } from "./binding.ts";
import { FilterError, filterSql, quoteName } from "./filter.ts";
import { describeTable, type TableColumn, type TableView } from "./table.ts";

/** As recorded by the trigger. */
export interface Change {
  schema: string;
  table: string;
  type: "INSERT" | "UPDATE" | "DELETE";
  record: Record<string, unknown> | null;
  oldRecord: Record<string, unknown> | null;
  /** ISO 8601. */
  commitTimestamp: string;
}

/** The part of a change that a subscriber may see. */
export interface VisibleChange {
  columns: TableColumn[];
  record: Record<string, unknown> | undefined;
  oldRecord: Record<string, unknown> | undefined;
  errors: string[] | null;
  /** Bindings whose filter matches the change. */
  matching: ChangeBinding[];
}

const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Restricts a change to what a subscriber may see: only selectable columns and, under row-level
 * security, only new rows that a select by primary key finds. A deleted row cannot be selected, so
 * under row-level security only its key is included.
 * @returns undefined when the subscriber may see nothing
 */
export async function seeChange(
  database: Database,
  change: Change,
  claims: TokenClaims,
  bindings: readonly ChangeBinding[],
): Promise<VisibleChange | undefined> {
  const table = { schema: change.schema, name: change.table };
  const view = await describeTable(database, table, claims.role);
  const columns = view?.columns.filter((column) => column.canSelect) ?? [];
  if (!view || columns.length === 0) return undefined;
  const problem = keyProblem(change, view);
  if (problem !== undefined) {
    const nothing = { columns: [], record: undefined, oldRecord: undefined };
    return { ...nothing, errors: [problem], matching: [...bindings] };
  }
  const record = change.record ? pick(change.record, columns) : undefined;
  const oldRecord = change.oldRecord
    ? pick(change.oldRecord, oldColumns(view, columns))
    : undefined;
  try {
    return await database.transaction(
      async (tx) => {
        if (change.record && !(await canSee(tx, change, change.record, view))) return undefined;
        const row = record ?? oldRecord ?? {};
        const matching: ChangeBinding[] = [];
        for (const binding of bindings) {
          if (await passes(tx, change, row, binding, columns)) matching.push(binding);
        }
        return { columns, record, oldRecord, errors: null, matching };
      },
      {
        role: claims.role,
        settings: {
          "request.jwt.claims": JSON.stringify(claims),
          "request.jwt.claim.sub": claims.sub ?? "",
          "request.jwt.claim.role": claims.role,
        },
        rollback: true,
      },
    );
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) return undefined;
    throw error;
  }
}

/** Rows are selected by their primary key, so a table without one causes an error, as on hosted. */
function keyProblem(change: Change, view: TableView): string | undefined {
  if (change.type === "DELETE") return undefined;
  const keys = view.columns.filter((column) => column.isKey);
  if (keys.length === 0) return "Error 400: Bad Request, no primary key";
  return keys.every((column) => column.canSelect) ? undefined : "Error 401: Unauthorized";
}

function oldColumns(view: TableView, visible: readonly TableColumn[]): TableColumn[] {
  const isTold = view.tellsOldColumns && !view.hasRowSecurity;
  return visible.filter((column) => isTold || column.isKey);
}

function pick(
  record: Record<string, unknown>,
  columns: readonly TableColumn[],
): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name }) => [name, record[name] ?? null]));
}

function relation({ schema, table }: Change): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}

async function canSee(
  tx: Queryable,
  change: Change,
  record: Record<string, unknown>,
  view: TableView,
): Promise<boolean> {
  if (!view.hasRowSecurity) return true;
  const keys = view.columns.filter((column) => column.isKey);
  const row = `jsonb_populate_record(null::${relation(change)}, $1::jsonb)`;
  const same = keys.map(({ name }) => `t.${quoteName(name)} = wanted.${quoteName(name)}`);
  const key = Object.fromEntries(keys.map(({ name }) => [name, record[name]]));
  const found = await tx.query(
    `select 1 from ${relation(change)} as t, ${row} as wanted where ${same.join(" and ")}`,
    [JSON.stringify(key)],
  );
  return found.length > 0;
}

async function passes(
  tx: Queryable,
  change: Change,
  row: Record<string, unknown>,
  binding: ChangeBinding,
  columns: readonly TableColumn[],
): Promise<boolean> {
  if (binding.conditions.length === 0) return true;
  let filter: ReturnType<typeof filterSql>;
  try {
    filter = filterSql(binding.conditions, columns, 2);
  } catch (error) {
    // A column that was selectable at the join no longer is.
    if (error instanceof FilterError) return false;
    throw error;
  }
  const [answer] = await tx.query<{ passes: boolean | null }>(
    `select ${filter.text} as passes
     from jsonb_populate_record(null::${relation(change)}, $1::jsonb) as r`,
    [JSON.stringify(row), ...filter.values],
  );
  return answer?.passes === true;
}
