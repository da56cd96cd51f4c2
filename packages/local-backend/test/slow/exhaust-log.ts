import pg from "pg";

/**
 * Writes until PostgreSQL exits. The free space must be less than 16 MiB, the size of one log file.
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
