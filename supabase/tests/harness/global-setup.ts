import { fileURLToPath } from "node:url";
import { startLocalBackend } from "@dossier/local-backend";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { buildWorld, type World } from "./world.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
    apiUrl: string;
    anonKey: string;
    serviceKey: string;
    world: World;
  }
}

const OPEN_LIMITS = { token_refresh: 6000, sign_in_sign_ups: 1200, token_verifications: 1200 };

/** Starts one throw-away backend for the run and fills it with the world all tests look at. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../..", import.meta.url)),
    memory: true,
    seed: false,
    ports: { api: 0, db: 0 },
    // All tests call from one address.
    config: { auth: { rate_limit: OPEN_LIMITS } },
  });
  const client = new pg.Client({ connectionString: backend.urls.db });
  await client.connect();
  try {
    // System work on its own would come between two steps of a test.
    await client.query("select cron.unschedule('sweep')");
    project.provide("world", await buildWorld(client));
  } finally {
    await client.end();
  }
  project.provide("databaseUrl", backend.urls.db);
  project.provide("apiUrl", backend.urls.api);
  project.provide("anonKey", backend.keys.anon);
  project.provide("serviceKey", backend.keys.serviceRole);
  return () => backend.stop();
}
