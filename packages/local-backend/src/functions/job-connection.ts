import pg from "pg";
import { withClient } from "../database/connection.ts";

/**
 * Runs a job's command on a separate connection, logged in as `postgres`. Whatever roles and transactions
 * the command sets, it cannot become the cluster's owner.
 * @param url PostgreSQL connection string of `postgres`, which must be a member of the role
 */
export async function runAsRole(url: string, command: string, role: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query(`set role ${pg.escapeIdentifier(role)}`);
    await client.query(command);
  });
}
