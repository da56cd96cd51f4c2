// Prints how long the schedule takes to send many due reminders to a slow email service. Usage:
// node scripts/scale-reminders.mjs [--reminders 100000] [--firms 2000] [--latency 100]
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startLocalBackend } from "@dossier/local-backend";
import pg from "pg";

const { values: options } = parseArgs({
  options: {
    reminders: { type: "string", default: "100000" },
    firms: { type: "string", default: "2000" },
    latency: { type: "string", default: "100" },
  },
});
const total = Number(options.reminders);

const posted = new Map();
const emailService = createServer((request, response) => {
  const key = String(request.headers["idempotency-key"]);
  posted.set(key, (posted.get(key) ?? 0) + 1);
  request.resume();
  setTimeout(() => response.end(JSON.stringify({ id: key })), Number(options.latency));
});
await new Promise((resolve) => emailService.listen(0, "127.0.0.1", resolve));

const backend = await startLocalBackend({
  dir: join(import.meta.dirname, ".."),
  memory: true,
  seed: false,
  ports: { api: 0, db: 0 },
  config: {
    edge_runtime: {
      secrets: { EMAIL_API_URL: `http://127.0.0.1:${emailService.address().port}/emails` },
    },
  },
});
const db = new pg.Client(backend.urls.db);
try {
  await db.connect();
  await db.query(
    "select set_config('scale.reminders', $1, false), set_config('scale.firms', $2, false)",
    [options.reminders, options.firms],
  );
  await db.query(readFileSync(join(import.meta.dirname, "scale/reminders.sql"), "utf8"));
  await db.query("vacuum (analyze)");
  await db.query("update public.reminders set due_at = private.clock()");
  const start = performance.now();
  let sent = 0;
  while (sent < total) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const { rows } = await db.query(
      `select (select count(*)::int from public.reminders where status = 'sent') as sent,
        (select count(*)::int from public.reminders where status in ('scheduled', 'queued')
          and seq = 1) as waiting`,
    );
    sent = rows[0].sent;
    const minutes = ((performance.now() - start) / 60_000).toFixed(1);
    console.log(`${minutes} min: ${sent} of ${total} sent`);
    if (sent < total && rows[0].waiting === 0) break;
  }
  const again = [...posted.values()].filter((times) => times > 1).length;
  console.log(`${posted.size} different emails posted, ${again} of them more than once`);
  if (sent !== total || posted.size !== total || again > 0) process.exitCode = 1;
} finally {
  await db.end();
  await backend.stop();
  emailService.close();
}
