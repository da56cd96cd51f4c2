import pg from "pg";

/** The free space must be smaller than a file of the log (16 MiB), so that PostgreSQL exits. */
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
