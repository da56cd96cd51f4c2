import { fileURLToPath } from "node:url";
import { startLocalBackend } from "@dossier/local-backend";
import { findBinary } from "../../../local-backend/src/supervisor/binaries.ts";
import { median, wallMs } from "../measure.ts";
import { query, startBareCluster } from "../peers/initdb.ts";
import { startPostgrest } from "../peers/postgrest.ts";
import { type Figure, formatNumber } from "../report.ts";

const ROUNDS = 5;
const TABLE = "create table public.notes (id uuid primary key default gen_random_uuid())";

async function ask(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${url}/notes?select=id`, { headers });
  if (!answer.ok) throw new Error(`The first query returned ${answer.status}.`);
  await answer.json();
}

async function startOurs(): Promise<number> {
  let stop = async (): Promise<void> => {};
  try {
    return await wallMs(async () => {
      const backend = await startLocalBackend({
        dir: fileURLToPath(new URL("../../fixture/supabase", import.meta.url)),
        memory: true,
        ports: { api: 0, db: 0 },
      });
      stop = () => backend.stop();
      await ask(`${backend.urls.api}/rest/v1`, { apikey: backend.keys.serviceRole });
    });
  } finally {
    await stop();
  }
}

async function startBare(programs: { postgres: string; postgrest: string }): Promise<number> {
  const stops: (() => Promise<void>)[] = [];
  try {
    return await wallMs(async () => {
      const cluster = await startBareCluster(programs.postgres);
      stops.unshift(() => cluster.stop());
      await query(cluster.url, TABLE);
      const { port, stop } = await startPostgrest({
        program: programs.postgrest,
        databaseUrl: cluster.url,
        jwtSecret: "a secret of at least thirty-two characters",
        anonRole: "owner",
      });
      stops.unshift(stop);
      await ask(`http://127.0.0.1:${port}`);
    });
  } finally {
    for (const stop of stops) await stop();
  }
}

export async function run(): Promise<Figure[]> {
  const [postgres, postgrest] = [await findBinary("postgres"), await findBinary("postgrest")];
  const programs = { postgres: postgres.path, postgrest: postgrest.path };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const mine = await startOurs();
    const floor = await startBare(programs);
    if (round === 0) continue;
    ours.push(mine);
    bare.push(floor);
  }
  return [
    {
      id: "P10",
      name: "fresh start to first answered query",
      ours: `${formatNumber(median(ours))} ms`,
      peer: `initdb, postgres and PostgREST alone ${formatNumber(median(bare))} ms`,
      ratio: median(ours.map((mine, index) => mine / (bare[index] ?? 0))),
      goal: { bound: "<=", ratio: 2, unit: "×" },
      leavesOut:
        "excludes loading the module, migrations of more than one table, and Deno, which starts with the first function; the data is temporary, so nothing waits for a disk; our data is in shared memory if there is enough of it, and the peer's data is in the temporary folder (set TMPDIR to use one folder for both)",
      comparisons: ["ours also creates keys, roles and the schemas of auth, storage and realtime"],
    },
  ];
}
