import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS, type Project } from "./project.ts";
import { Together } from "./together.ts";

let folder: string;
let project: Project;
let backends: Together;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cluster-cache-"));
  vi.stubEnv("LOCAL_BACKEND_CLUSTERS", folder);
  project = createProject();
  backends = new Together();
});
afterEach(async () => {
  await backends.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  project.remove();
});

const startMemory = () =>
  startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS, seed: false });

async function connectAsOwner(backend: LocalBackend, password: string): Promise<string> {
  const url = new URL(backend.urls.db);
  const client = new pg.Client({
    host: url.hostname,
    port: Number(url.port),
    user: "supabase_admin",
    password,
    database: "postgres",
  });
  try {
    await client.connect();
    return "connected";
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}

test("stores one initialized cluster for concurrent starts, and gives a copy its own password", async () => {
  await backends.start(2, startMemory);
  const kept = readdirSync(folder);
  expect(kept).toHaveLength(1);
  const path = join(folder, kept[0] ?? "");
  const keptPassword = readFileSync(join(path, "password"), "utf8");

  const [copy] = await backends.start(1, startMemory);
  if (!copy) throw new Error("no backend");
  const own = JSON.parse(readFileSync(join(copy.dataDir, "keys.json"), "utf8")).passwords;
  expect(await connectAsOwner(copy, keptPassword)).toBe("28P01");
  expect(await connectAsOwner(copy, own.supabase_admin)).toBe("connected");
  expect(readdirSync(folder)).toEqual(kept);
  // Only a running PostgreSQL server writes `postmaster.opts`.
  expect(existsSync(join(path, "pg", "postmaster.opts"))).toBe(false);
});

test("starts a memory backend even if the stored cluster is incomplete", async () => {
  await backends.start(1, startMemory);
  const [kept = ""] = readdirSync(folder);
  rmSync(join(folder, kept, "pg"), { recursive: true });
  const [backend] = await backends.start(1, startMemory);
  expect((await fetch(`${backend?.urls.api}/health`)).ok).toBe(true);
});

test("does not copy the cluster of a persistent data directory to LOCAL_BACKEND_CLUSTERS", async () => {
  await backends.start(1, () =>
    startLocalBackend({ dir: project.dir, dataDir: project.dataDir, ports: FREE_PORTS }),
  );
  expect(readdirSync(folder)).toEqual([]);
});
