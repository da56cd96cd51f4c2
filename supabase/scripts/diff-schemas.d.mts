/** Compares two databases with the Supabase CLI; the SQL from one to the other, empty when the same. */
export function diffDatabases(from: string, to: string): string;

/** Addresses of two throw-away databases, one from the migrations and one from the schema files. */
export function startBoth(): Promise<{
  migrations: string;
  schemas: string;
  stop(): Promise<void>;
}>;
