import pg from "pg";
import { withClient } from "../database/connection.ts";

/**
 * `postgres` must be a member of `role`. The command can switch to other roles of `postgres`, but
 * not to the owner of the cluster.
 */
export async function runAsRole(url: string, command: string, role: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query(`set role ${pg.escapeIdentifier(role)}`);
    await client.query(command);
  });
}
