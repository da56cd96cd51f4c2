import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startLocalBackend } from "@dossier/local-backend";
import pg from "pg";
import { findBinary } from "../../../local-backend/src/supervisor/binaries.ts";
import { requestsPerSecond } from "../load.ts";
import { median } from "../measure.ts";
import { startBareProxy } from "../peers/bare-proxy.ts";
import { startPostgrest } from "../peers/postgrest.ts";
import { type Figure, formatNumber } from "../report.ts";

const WARM_UP_ROUNDS = 4;
const ROUNDS = 12;
/** A short round, so that a load peak of the machine affects both sides alike. */
const ROUND_MS = 500;
const CONNECTIONS = 8;
const ROWS = 500;

export async function run(): Promise<Figure[]> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../../fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  try {
    const { urls, keys, dataDir } = backend;
    const { token, ids } = await prepare(urls, keys.publishable);
    const { passwords } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
    const database = new URL(urls.db);
    database.username = "authenticator";
    database.password = passwords.authenticator;
    const postgrest = await startPostgrest({
      program: (await findBinary("postgrest")).path,
      databaseUrl: database.href,
      jwtSecret: `@${join(dataDir, "jwks.json")}`,
      anonRole: "anon",
    });
    const proxy = await startBareProxy(postgrest.port, "/rest/v1");
    try {
      const headers = {
        accept: "application/json",
        apikey: keys.publishable,
        authorization: `Bearer ${token}`,
        "user-agent": "node",
        "x-client-info": "supabase-js-node/2.119.0",
      };
      const rate = (port: number, prefix: string): Promise<number> =>
        requestsPerSecond({
          port,
          paths: ids.map((id) => `${prefix}/notes?select=*&id=eq.${id}`),
          headers,
          connections: CONNECTIONS,
          milliseconds: ROUND_MS,
        });
      const gateway: number[] = [];
      const direct: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        const through = await rate(Number(new URL(urls.api).port), "/rest/v1");
        const past = await rate(postgrest.port, "");
        const handed = await rate(proxy.port, "/rest/v1");
        if (round < WARM_UP_ROUNDS) continue;
        gateway.push(through);
        direct.push(past);
        bare.push(handed);
      }
      const share = (rates: readonly number[]): number =>
        median(rates.map((one, index) => one / (direct[index] ?? 0)));
      return [
        {
          id: "P9",
          name: "GET by id with RLS, req/s",
          ours: `${formatNumber(median(gateway))} through the gateway`,
          peer: `PostgREST directly ${formatNumber(median(direct))}`,
          ratio: share(gateway),
          goal: { bound: ">=", ratio: 0.8, unit: "×" },
          leavesOut: `excludes large responses and writes; ${CONNECTIONS} connections, with PostgreSQL, PostgREST, the gateway and the load generator on the same cores`,
          comparisons: [
            `a Node proxy that passes everything on and checks nothing ${formatNumber(median(bare))}: ${formatNumber(share(bare))}×`,
          ],
        },
      ];
    } finally {
      await proxy.stop();
      await postgrest.stop();
    }
  } finally {
    await backend.stop();
  }
}

async function prepare(
  urls: { api: string; db: string },
  apikey: string,
): Promise<{ token: string; ids: string[] }> {
  const signUp = async (name: string): Promise<{ access_token: string; user: { id: string } }> => {
    const answer = await fetch(`${urls.api}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify({ email: `${name}@example.test`, password: "correct horse battery" }),
    });
    if (!answer.ok) throw new Error(`Sign-up returned ${answer.status}.`);
    return answer.json();
  };
  const maria = await signUp("maria");
  const other = await signUp("other");
  const client = new pg.Client(urls.db);
  await client.connect();
  try {
    const insert = (owner: string) =>
      client.query<{ id: string }>(
        "insert into public.notes (user_id, body) select $1, 'note ' || n from generate_series(1, $2) n returning id",
        [owner, ROWS],
      );
    await client.query("alter table public.notes no force row level security");
    await insert(other.user.id);
    const { rows } = await insert(maria.user.id);
    await client.query("alter table public.notes force row level security");
    await client.query("analyze public.notes");
    return { token: maria.access_token, ids: rows.map(({ id }) => id) };
  } finally {
    await client.end();
  }
}
