import { fileURLToPath } from "node:url";
import { startLocalBackend } from "@dossier/local-backend";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type NamedProject, readProject } from "../../../scripts/test-supabase/project.ts";
import { eraseProject } from "../../scripts/test-data.ts";
import { buildWorld, type World } from "./world.ts";

declare module "vitest" {
  export interface ProvidedContext {
    project: NamedProject | null;
    databaseUrl: string;
    apiUrl: string;
    anonKey: string;
    serviceKey: string;
    world: World;
  }
}

const OPEN_LIMITS = { token_refresh: 6000, sign_in_sign_ups: 1200, token_verifications: 1200 };

interface Target {
  databaseUrl: string;
  apiUrl: string;
  anonKey: string;
  serviceKey: string;
  release: () => Promise<void>;
}

async function startLocal(): Promise<Target> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../..", import.meta.url)),
    memory: true,
    seed: false,
    ports: { api: 0, db: 0 },
    // All tests call from one IP address, so Auth's usual rate limits would refuse some calls.
    config: { auth: { rate_limit: OPEN_LIMITS } },
  });
  return {
    databaseUrl: backend.urls.db,
    apiUrl: backend.urls.api,
    anonKey: backend.keys.anon,
    serviceKey: backend.keys.secret,
    release: () => backend.stop(),
  };
}

async function takeNamed(project: NamedProject): Promise<Target> {
  await eraseProject(project);
  return {
    databaseUrl: project.databaseUrl,
    apiUrl: project.url,
    anonKey: project.publishableKey,
    serviceKey: project.secretKey,
    release: async () => undefined,
  };
}

/**
 * Stops the scheduled jobs, so that none runs between two steps of a test. Stops them by id,
 * because a search by name finds only the jobs of the current role.
 */
async function pauseSchedules(db: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ jobname: string; schedule: string; command: string }>(
    `select jobname, schedule, command, cron.unschedule(jobid) from cron.job
    where jobname in ('sweep', 'deliver-email')`,
  );
  return async () => {
    for (const { jobname, schedule, command } of rows) {
      await db.query("select cron.schedule($1, $2, $3)", [jobname, schedule, command]);
    }
  };
}

export default async function setup(vitest: TestProject): Promise<() => Promise<void>> {
  const project = readProject("TEST_SUPABASE");
  const target = project ? await takeNamed(project) : await startLocal();
  const db = new pg.Client({ connectionString: target.databaseUrl });
  await db.connect();
  const resumeSchedules = await pauseSchedules(db);
  vitest.provide("world", await buildWorld(db));
  vitest.provide("project", project);
  vitest.provide("databaseUrl", target.databaseUrl);
  vitest.provide("apiUrl", target.apiUrl);
  vitest.provide("anonKey", target.anonKey);
  vitest.provide("serviceKey", target.serviceKey);
  return async () => {
    await resumeSchedules();
    await db.end();
    await target.release();
  };
}
