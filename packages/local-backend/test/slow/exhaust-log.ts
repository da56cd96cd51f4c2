import pg from "pg";

/**
 * Fills PostgreSQL's write-ahead log until PostgreSQL exits because it cannot create the next file
 * of the log. The disk must have less space than such a file takes (16 MiB).
 */
export async function exhaustLog(url: string): Promise<void> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  const write = () =>
    client.query("select pg_logical_emit_message(false, 'test', repeat('x', 1000000))").then(
      () => true,
      () => false,
    );
  while (await write());
}
