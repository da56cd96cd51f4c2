/** Returns the SQL of the table, with its grants, row-level security and policies. */
export function tableSql(name: string): string;
