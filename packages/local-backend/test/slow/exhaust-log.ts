import pg from "pg";

/**
 * Writes to the write-ahead log until PostgreSQL exits because it cannot create the next file of
 * the log. The free space on the disk must be smaller than such a file (16 MiB).
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
