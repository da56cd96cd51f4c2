import { deepStrictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startLocalBackend } from "@dossier/local-backend";
import pg from "pg";
import { median } from "../measure.ts";
import { count, inbox, list } from "../peers/unchecked-lists.ts";
import { type Figure, formatNumber } from "../report.ts";
import { growLargeFirm, type LargeFirm } from "../scene/large-firm.ts";

const WARM_UP_ROUNDS = 10;
const ROUNDS = 60;

interface Screen {
  name: string;
  goal: number;
  ours: (org: string) => string;
  peer: (org: string) => string;
}

const SCREENS: readonly Screen[] = [
  {
    name: "list of open requests",
    goal: 1.2,
    ours: (org) => `select * from public.list_requests(${org}, 'open')`,
    peer: list,
  },
  {
    name: "count of items to review",
    goal: 1.4,
    ours: (org) => `select public.count_inbox(${org})`,
    peer: count,
  },
  {
    name: "inbox by request",
    goal: 1.6,
    ours: (org) => `select * from public.list_inbox(${org})`,
    peer: inbox,
  },
];

async function connect(url: URL): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

async function signIn(client: pg.Client, { userId }: LargeFirm) {
  const session = randomUUID();
  await client.query(
    "insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())",
    [session, userId],
  );
  const claims = { sub: userId, role: "authenticated", session_id: session, aal: "aal1" };
  await client.query("select set_config('request.jwt.claims', $1, false)", [
    JSON.stringify(claims),
  ]);
}

const asMember = (client: pg.Client) => client.query("set role authenticated");
const asOwner = (client: pg.Client) => client.query("reset role");

/** Returns the CPU time of the process in nanoseconds. */
function cpuOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

async function cpuMs(client: pg.Client, pid: number, query: string): Promise<number> {
  const before = cpuOf(pid);
  await client.query(query);
  return (cpuOf(pid) - before) / 1e6;
}

/**
 * Compares both queries in one database process. With two processes, one could run on a slower
 * core.
 */
async function measure(screen: Screen, client: pg.Client, firm: LargeFirm) {
  const org = pg.escapeLiteral(firm.orgId);
  const ours = screen.ours(org);
  const peer = screen.peer(org);
  const pid = await backendOf(client);
  await asMember(client);
  const { rows } = await client.query(ours);
  await asOwner(client);
  deepStrictEqual(rows, (await client.query(peer)).rows);
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    await asMember(client);
    const ourTime = await cpuMs(client, pid, ours);
    await asOwner(client);
    const peerTime = await cpuMs(client, pid, peer);
    if (round < WARM_UP_ROUNDS) continue;
    times.ours.push(ourTime);
    times.peer.push(peerTime);
  }
  return { ours: median(times.ours), peer: median(times.peer), rows: rows.length };
}

export async function run(): Promise<Figure[]> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../../../../supabase", import.meta.url)),
    memory: true,
    seed: false,
    ports: { api: 0, db: 0 },
    config: { edge_runtime: { enabled: false } },
  });
  try {
    const { passwords } = JSON.parse(readFileSync(join(backend.dataDir, "keys.json"), "utf8"));
    const url = new URL(backend.urls.db);
    url.username = "supabase_admin";
    url.password = passwords.supabase_admin;
    const client = await connect(url);
    try {
      await client.query("select cron.unschedule(jobid) from cron.job");
      const firm = await growLargeFirm(client);
      await signIn(client, firm);
      const figures: Figure[] = [];
      for (const screen of SCREENS) {
        const { ours, peer, rows } = await measure(screen, client, firm);
        figures.push({
          id: "P8",
          name: screen.name,
          ours: `${formatNumber(ours)} ms of CPU, ${rows} rows`,
          peer: `one statement that checks no one ${formatNumber(peer)} ms`,
          ratio: ours / peer,
          goal: { bound: "<=", ratio: screen.goal, unit: "×" },
          leavesOut: "excludes HTTP, PostgREST and its transaction",
        });
      }
      return figures;
    } finally {
      await client.end();
    }
  } finally {
    await backend.stop();
  }
}
