import type { Database, Queryable } from "../../database/database.ts";
import type { TokenClaims } from "../../keys/tokens.ts";
import type { ChangeBinding } from "./binding.ts";
import { quoteName } from "./filter.ts";
import { matchFilters } from "./matching.ts";
import type { TableColumn, TableView } from "./table.ts";

export interface Change {
  schema: string;
  table: string;
  type: "INSERT" | "UPDATE" | "DELETE";
  record: Record<string, unknown> | null;
  oldRecord: Record<string, unknown> | null;
  recordBytes: number;
  oldRecordBytes: number;
  commitTimestamp: string;
}

/** Subscribers that have the same claims. */
export interface Audience {
  claims: TokenClaims;
  bindings: readonly ChangeBinding[];
}

export interface VisibleChange {
  columns: TableColumn[];
  record: Record<string, unknown> | undefined;
  oldRecord: Record<string, unknown> | undefined;
  errors: string[] | null;
  matching: ReadonlySet<ChangeBinding>;
}

interface Candidate<Group extends Audience> {
  audience: Group;
  view: TableView;
  seen: VisibleChange;
}

interface SeeOptions {
  database: Database;
  viewOf(role: string): Promise<TableView | undefined>;
  log(line: string): void;
}

/**
 * As on hosted Supabase, a larger change is delivered with an error and without its long values.
 */
const MAX_CHANGE_BYTES = 1024 * 1024;
const MAX_SHORT_VALUE_BYTES = 64;
/**
 * Approximate size above which PostgreSQL stores a value outside the row. If an update leaves such
 * a value unchanged, the write-ahead log does not contain the value.
 */
const MAX_INLINE_VALUE_BYTES = 2000;

const CLAIMS_PER_CALL = 500;

/**
 * Returns what each audience may see. A record contains only columns that the role may select.
 * Under row-level security, the role must also be able to select the row by its primary key. A
 * deleted row cannot be selected, so its old record contains only the key.
 */
export async function seeChange<Group extends Audience>(
  options: SeeOptions,
  change: Change,
  audiences: readonly Group[],
): Promise<Map<Group, VisibleChange>> {
  const candidates: Candidate<Group>[] = [];
  const visible = new Map<Group, VisibleChange>();
  for (const audience of audiences) {
    const view = await options.viewOf(audience.claims.role);
    const columns = view?.columns.filter((column) => column.canSelect) ?? [];
    if (!view || columns.length === 0) continue;
    const problem = keyProblem(change, view);
    if (problem === undefined) {
      candidates.push({ audience, view, seen: cut(change, view, columns, audience.bindings) });
    } else {
      visible.set(audience, unreadable(problem, audience.bindings));
    }
  }
  const checked = await checkCandidates(options, change, candidates);
  for (const { audience, view, seen } of checked) {
    visible.set(audience, isTooLarge(change, view) ? withoutLongValues(seen) : seen);
  }
  return visible;
}

/** Counts only the values that the write-ahead log of hosted Supabase would contain. */
function isTooLarge(change: Change, view: TableView): boolean {
  const bytes = change.recordBytes + (view.tellsOldColumns ? change.oldRecordBytes : 0);
  return bytes > MAX_CHANGE_BYTES && bytes - unchangedBytes(change) > MAX_CHANGE_BYTES;
}

function unchangedBytes({ record, oldRecord }: Change): number {
  if (!record || !oldRecord) return 0;
  let bytes = 0;
  for (const [name, value] of Object.entries(record)) {
    const text = JSON.stringify(value);
    const size = Buffer.byteLength(text);
    if (size > MAX_INLINE_VALUE_BYTES && text === JSON.stringify(oldRecord[name])) bytes += size;
  }
  return bytes;
}

function withoutLongValues(seen: VisibleChange): VisibleChange {
  return {
    ...seen,
    record: seen.record && shortValues(seen.record),
    oldRecord: seen.oldRecord && shortValues(seen.oldRecord),
    errors: ["Error 413: Payload Too Large"],
  };
}

/** Omits null, as hosted Supabase does. */
function shortValues(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) =>
        value !== null && Buffer.byteLength(JSON.stringify(value)) <= MAX_SHORT_VALUE_BYTES,
    ),
  );
}

function cut(
  change: Change,
  view: TableView,
  columns: TableColumn[],
  bindings: readonly ChangeBinding[],
): VisibleChange {
  return {
    columns,
    record: change.record ? pick(change.record, columns) : undefined,
    oldRecord: change.oldRecord ? pick(change.oldRecord, oldColumns(view, columns)) : undefined,
    errors: null,
    matching: new Set(bindings),
  };
}

const unreadable = (problem: string, bindings: readonly ChangeBinding[]): VisibleChange => ({
  columns: [],
  record: undefined,
  oldRecord: undefined,
  errors: [problem],
  matching: new Set(bindings),
});

async function checkCandidates<Group extends Audience>(
  { database, log }: SeeOptions,
  change: Change,
  candidates: Candidate<Group>[],
): Promise<Candidate<Group>[]> {
  const isRowChecked = change.record !== null && candidates.some(({ view }) => view.hasRowSecurity);
  const hasFilters = candidates.some(({ audience }) =>
    audience.bindings.some(({ conditions }) => conditions.length > 0),
  );
  if (!isRowChecked && !hasFilters) return candidates;
  return database.transaction(
    async (tx) => {
      const remaining = isRowChecked ? await keepSeeing(tx, change, candidates, log) : candidates;
      if (!hasFilters) return remaining;
      const relation = relationOf(change);
      return matchFilters({ tx, relation, log }, remaining);
    },
    { rollback: true },
  );
}

async function keepSeeing<Group extends Audience>(
  tx: Queryable,
  change: Change,
  candidates: Candidate<Group>[],
  log: (line: string) => void,
): Promise<Candidate<Group>[]> {
  const keys = candidates[0]?.view.columns.filter((column) => column.isKey) ?? [];
  const condition = keys
    .map(({ name }) => `t.${quoteName(name)} = wanted.${quoteName(name)}`)
    .join(" and ");
  const key = JSON.stringify(
    Object.fromEntries(keys.map(({ name }) => [name, change.record?.[name]])),
  );
  const seeing: Candidate<Group>[] = [];
  for (let from = 0; from < candidates.length; from += CLAIMS_PER_CALL) {
    const some = candidates.slice(from, from + CLAIMS_PER_CALL);
    const claims = some.map(({ audience }) => JSON.stringify(audience.claims));
    const answers = await tx.query<{ visible: boolean; problem: string | null }>(
      "select visible, problem from realtime.visible_to($1, $2, $3, $4)",
      [relationOf(change), key, condition, claims],
    );
    seeing.push(...some.filter((_, index) => answers[index]?.visible === true));
    for (const problem of new Set(answers.map((answer) => answer.problem))) {
      if (problem !== null) log(`realtime: a policy of ${relationOf(change)} failed (${problem})`);
    }
  }
  return seeing;
}

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

function relationOf({ schema, table }: Change): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}
