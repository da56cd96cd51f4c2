import { z } from "zod";
import type { Database } from "../../database/database.ts";
import type { TokenClaims } from "../../keys/tokens.ts";
import { type Condition, FilterError, filterSql, parseFilter, quoteName } from "./filter.ts";
import { describeTable, type TableColumn } from "./table.ts";

/** PostgreSQL cannot store NUL characters. */
const text = z.string().refine((value) => !value.includes("\0"));

const bindingSchema = z.object({
  event: z.enum(["*", "INSERT", "UPDATE", "DELETE"]),
  schema: text.min(1),
  table: text.nullish(),
  filter: text.nullish(),
  select: z.array(z.string()).nullish(),
});

export interface ChangeBinding {
  id: number;
  event: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema: string;
  table: string | undefined;
  conditions: Condition[];
  select: string[] | undefined;
}

let nextId = 1;

export function parseBinding(value: unknown): ChangeBinding {
  const result = bindingSchema.safeParse(value);
  if (!result.success) {
    throw new FilterError("Unable to subscribe to changes with given parameters: malformed");
  }
  const { event, schema, table, filter, select } = result.data;
  const id = nextId;
  nextId += 1;
  const named = table && table !== "*" ? table : undefined;
  if (filter && named === undefined) throw new FilterError("a filter needs a table");
  return {
    id,
    event,
    schema,
    table: named,
    conditions: filter ? parseFilter(filter) : [],
    select: select ?? undefined,
  };
}

export async function checkBindings(
  database: Database,
  bindings: readonly ChangeBinding[],
  claims: TokenClaims,
): Promise<void> {
  await database.query("select realtime.sync_publication()");
  for (const { schema, table, conditions, select } of bindings) {
    if (table === undefined) continue;
    const view = await describeTable(database, { schema, name: table }, claims.role);
    if (!view) {
      throw new FilterError(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [schema: ${schema}, table: ${table}]`,
      );
    }
    const visible = view.columns.filter((column) => column.canSelect);
    const missing = select?.find((name) => !visible.some((column) => column.name === name));
    if (missing !== undefined) throw new FilterError(`invalid column for select ${missing}`);
    await checkConditions(database, { schema, table, conditions, visible, role: claims.role });
  }
}

async function checkConditions(
  database: Database,
  options: {
    schema: string;
    table: string;
    conditions: Condition[];
    visible: TableColumn[];
    role: string;
  },
): Promise<void> {
  const { schema, table, conditions, visible, role } = options;
  if (conditions.length === 0) return;
  const filter = filterSql(conditions, visible, 1);
  const row = `jsonb_populate_record(null::${quoteName(schema)}.${quoteName(table)}, '{}') as r`;
  try {
    await database.transaction(
      (tx) => tx.query(`select ${filter.text} from ${row}`, filter.values),
      {
        role,
        rollback: true,
      },
    );
  } catch (error) {
    throw new FilterError(error instanceof Error ? error.message : "the filter is not valid");
  }
}
