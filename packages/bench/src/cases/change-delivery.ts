import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { createClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import pg from "pg";
import { median, wallMs } from "../measure.ts";
import { type Figure, formatNumber } from "../report.ts";

const SUBSCRIBERS = 200;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 15;

const SCHEMA = `
  create table public.members (room int, user_id uuid, primary key (room, user_id));
  create table public.lines (id bigint generated always as identity primary key, room int, text text);
  alter table public.lines enable row level security;
  create policy members_read on public.lines for select to authenticated using (
    exists (select from public.members m where m.room = lines.room and m.user_id = (select auth.uid())));
  grant select on public.lines, public.members to authenticated;
  alter publication supabase_realtime add table public.lines;`;

/**
 * Waits for a number of deliveries: the promise of `expect(count)` resolves after `count` calls of
 * `arrive`.
 */
class Arrivals {
  #left = 0;
  #done: () => void = () => undefined;

  expect(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  arrive(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#done();
  }
}

const claimsOf = (user: string) => ({
  role: "authenticated",
  sub: user,
  aud: "authenticated",
  exp: Math.floor(Date.now() / 1000) + 3600,
});

async function subscribe(backend: LocalBackend, user: string, arrivals: Arrivals) {
  const { apiSecret } = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
  const token = await new SignJWT(claimsOf(user))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(apiSecret, "base64url"));
  const client = createClient(backend.urls.api, backend.keys.publishable, {
    accessToken: async () => token,
    realtime: { timeout: 60_000 },
  });
  // If `setAuth` is not awaited, the client may join with the claims of the API key.
  await client.realtime.setAuth();
  await new Promise<void>((resolve, reject) => {
    client
      .channel("lines")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "lines" }, () =>
        arrivals.arrive(),
      )
      // Realtime delivers changes only after this system message, which follows the reply to the
      // join.
      .on("system", {}, ({ status, message }: { status: string; message: string }) => {
        if (status === "ok") resolve();
        else reject(new Error(message));
      })
      .subscribe();
  });
  return client;
}

const checkOf = (user: string, id: string) =>
  `begin; set local role authenticated;
   select set_config('request.jwt.claims', ${pg.escapeLiteral(JSON.stringify(claimsOf(user)))}, true);
   select 1 from public.lines where id = ${id}; rollback`;

export async function run(): Promise<Figure[]> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../../fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  const database = new pg.Client(backend.urls.db);
  const users = Array.from({ length: SUBSCRIBERS }, () => randomUUID());
  const arrivals = new Arrivals();
  try {
    await database.connect();
    await database.query(SCHEMA);
    await database.query("insert into public.members select 1, unnest($1::uuid[])", [users]);
    await database.query("analyze");
    const clients = await Promise.all(users.map((user) => subscribe(backend, user, arrivals)));
    const ours: number[] = [];
    const checks: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      let id = "";
      const delivered = await wallMs(async () => {
        const all = arrivals.expect(SUBSCRIBERS);
        const { rows } = await database.query(
          "insert into public.lines (room, text) values (1, 'text') returning id",
        );
        id = String(rows[0].id);
        await all;
      });
      const checked = await wallMs(async () => {
        for (const user of users) await database.query(checkOf(user, id));
      });
      if (round < WARM_UP_ROUNDS) continue;
      ours.push(delivered);
      checks.push(checked);
    }
    await Promise.all(clients.map((client) => client.removeAllChannels()));
    return [
      {
        id: "P14",
        name: `one change to ${SUBSCRIBERS} users`,
        ours: `${formatNumber(median(ours))} ms`,
        peer: `${SUBSCRIBERS} checks in SQL ${formatNumber(median(checks))} ms`,
        ratio: median(ours.map((one, index) => one / (checks[index] ?? 0))),
        goal: { bound: "<=", ratio: 2, unit: "×" },
        leavesOut:
          "excludes joining; the subscribers are in the measuring process and share the cores with the backend",
      },
    ];
  } finally {
    await database.end();
    await backend.stop();
  }
}
