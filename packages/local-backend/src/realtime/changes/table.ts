import type { Queryable } from "../../database/database.ts";

export interface TableColumn {
  name: string;
  /** PostgreSQL's short name, such as `int8`, by which clients convert values. */
  type: string;
  cast: string;
  isKey: boolean;
  canSelect: boolean;
}

export interface TableView {
  columns: TableColumn[];
  hasRowSecurity: boolean;
  /** True if the table has `replica identity full`. */
  tellsOldColumns: boolean;
}

export async function describeTable(
  tx: Queryable,
  table: { schema: string; name: string },
  role: string,
): Promise<TableView | undefined> {
  const rows = await tx.query<TableColumn & { hasRowSecurity: boolean; tellsOldColumns: boolean }>(
    `select a.attname as name, t.typname as type,
       format_type(a.atttypid, a.atttypmod) as cast,
       coalesce(a.attnum = any(i.indkey), false) as "isKey",
       has_schema_privilege($3, n.oid, 'usage')
         and has_column_privilege($3, c.oid, a.attnum, 'select') as "canSelect",
       c.relrowsecurity as "hasRowSecurity", c.relreplident = 'f' as "tellsOldColumns"
     from pg_publication_tables as p
     join pg_namespace as n on n.nspname = p.schemaname
     join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
     join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type as t on t.oid = a.atttypid
     left join pg_index as i on i.indrelid = c.oid and i.indisprimary
     where p.pubname = 'supabase_realtime' and p.schemaname = $1 and p.tablename = $2
     order by a.attnum`,
    [table.schema, table.name, role],
  );
  const [first] = rows;
  if (!first) return undefined;
  return {
    columns: rows.map(({ name, type, cast, isKey, canSelect }) => ({
      name,
      type,
      cast,
      isKey,
      canSelect,
    })),
    hasRowSecurity: first.hasRowSecurity,
    tellsOldColumns: first.tellsOldColumns,
  };
}
