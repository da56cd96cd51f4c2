import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { isAlive } from "../../src/supervisor/processes.ts";
import { createProject, FREE_PORTS } from "../lifecycle/project.ts";
import {
  descendants,
  existingSegments,
  listeningPorts,
  programOf,
  sharedMemory,
} from "../lifecycle/system.ts";
import { Together } from "../lifecycle/together.ts";

/** Number of backends that a machine with two cores can start at the same time. */
const BATCH = 5;
const BATCHES = 4;

const project = createProject();
const together = new Together();
const root = mkdtempSync(join(tmpdir(), "twenty-"));

beforeAll(() => {
  // Use a folder that no other test cleans. PostgreSQL runs as another user and needs execute
  // permission on it.
  chmodSync(root, 0o711);
  vi.stubEnv("TMPDIR", root);
});
afterAll(async () => {
  await together.stop();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
  project.remove();
});

async function use(backend: LocalBackend): Promise<void> {
  const client = createClient(backend.urls.api, backend.keys.secret);
  const written = await client.from("notes").insert({ user_id: crypto.randomUUID(), body: "a" });
  expect(written.error).toBeNull();
  const stored = await client.storage.from("documents").upload("a.txt", "a", {
    contentType: "text/plain",
  });
  expect(stored.error).toBeNull();
  const called = await client.functions.invoke("hello");
  expect(called.data).toEqual({ from: "hello" });
}

test.runIf(process.platform === "linux")(
  "twenty memory backends leave no process, port, memory or file after they stop",
  { timeout: 240_000 },
  async () => {
    project.write(
      "functions/hello/index.ts",
      'Deno.serve(() => Response.json({ from: "hello" }));\n',
    );
    const before = descendants();
    const used = {
      pids: new Set<number>(),
      ports: new Set<number>(),
      files: new Set<string>(),
      segments: new Set<string>(),
    };
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const backends = await together.start(BATCH, () =>
        startLocalBackend({
          dir: project.dir,
          memory: true,
          ports: FREE_PORTS,
          config: { functions: { hello: { verify_jwt: false } } },
        }),
      );
      const [first] = backends;
      if (first) await use(first);
      const pids = descendants().filter((pid) => !before.includes(pid));
      for (const name of ["postgres", "postgrest", "deno"]) {
        const programs = pids.filter((pid) => programOf(pid).endsWith(`/${name}`));
        expect(programs.length, name).toBeGreaterThanOrEqual(name === "deno" ? 1 : BATCH);
      }
      for (const pid of pids) used.pids.add(pid);
      for (const port of listeningPorts([process.pid, ...pids])) used.ports.add(port);
      const { files, segments } = sharedMemory(pids);
      for (const name of files) used.files.add(name);
      for (const id of segments) used.segments.add(id);
      expect(readdirSync(root)).toHaveLength(BATCH);
      await together.stop();
    }
    expect(used.ports.size).toBeGreaterThanOrEqual(BATCH * 4);
    expect(descendants()).toEqual(before);
    expect([...used.pids].filter(isAlive)).toEqual([]);
    // Check only ports of this process tree, because another program may use one of the ports now.
    const open = listeningPorts([process.pid, ...descendants()]);
    expect(open.filter((port) => used.ports.has(port))).toEqual([]);
    expect(used.files.size).toBeGreaterThan(0);
    expect([...used.files].filter((name) => existsSync(name))).toEqual([]);
    expect(used.segments.size).toBe(BATCH * BATCHES);
    expect(existingSegments().filter((id) => used.segments.has(id))).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
  },
);

test.runIf(process.platform === "linux")(
  "Together.stop leaves no backend running if one of several starts fails",
  async () => {
    const before = descendants();
    let count = 0;
    const starting = together.start(3, () => {
      count += 1;
      const dir = count === 1 ? join(root, "nowhere") : project.dir;
      return startLocalBackend({ dir, memory: true, ports: FREE_PORTS });
    });
    await expect(starting).rejects.toMatchObject({ code: "bad_option" });
    expect(descendants().length).toBeGreaterThan(before.length);
    await together.stop();
    expect(descendants()).toEqual(before);
    expect(readdirSync(root)).toEqual([]);
  },
);

test.runIf(process.platform === "linux")(
  "Together.stop waits for backends that are still starting before it stops them",
  async () => {
    const before = descendants();
    const starting = together.start(2, () =>
      startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS }),
    );
    await together.stop();
    expect(await starting).toHaveLength(2);
    expect(descendants()).toEqual(before);
    expect(readdirSync(root)).toEqual([]);
  },
);
