import pg from "pg";
import type { DatabasePasswords } from "../keys/key-file.ts";
import { LOOPBACK } from "../supervisor/ports.ts";

/** Same name as on hosted Supabase. */
export const DATABASE = "postgres";

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  options?: string;
}

interface ClusterAddress {
  port: number;
  passwords: DatabasePasswords;
}

export function connectionAs(
  role: keyof DatabasePasswords,
  { port, passwords }: ClusterAddress,
  database = DATABASE,
): Connection {
  const connection = { host: LOOPBACK, port, user: role, password: passwords[role], database };
  // As on hosted Supabase, the services' statements do not fire the project's event triggers.
  if (role === "supabase_admin") return { ...connection, options: "-c event_triggers=off" };
  return connection;
}

export function connectionUrl(role: keyof DatabasePasswords, options: ClusterAddress): string {
  const { host, port, user, password, database } = connectionAs(role, options);
  return `postgresql://${user}:${password}@${host}:${port}/${database}`;
}

export async function withClient<T>(
  connection: Connection | { connectionString: string },
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
