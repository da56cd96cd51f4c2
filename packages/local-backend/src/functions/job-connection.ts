import pg from "pg";
import { withClient } from "../database/connection.ts";

/**
 * Logs in as `postgres` on a separate connection. Whatever roles and transactions the command sets,
 * it cannot become the cluster's owner. `postgres` must be a member of `role`.
 */
export async function runAsRole(url: string, command: string, role: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query(`set role ${pg.escapeIdentifier(role)}`);
    await client.query(command);
  });
}
