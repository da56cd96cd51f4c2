import pg from "pg";
import { withClient } from "../database/connection.ts";

/**
 * The command may set any role that `postgres` may set, but cannot become the owner of the cluster.
 * `postgres` must be a member of `role`.
 */
export async function runAsRole(url: string, command: string, role: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query(`set role ${pg.escapeIdentifier(role)}`);
    await client.query(command);
  });
}
