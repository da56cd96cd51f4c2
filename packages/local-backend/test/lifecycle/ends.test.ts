import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { freePort } from "./free-port.ts";
import { createProject } from "./project.ts";

const project = createProject();
afterAll(() => project.remove());

test("returns 503 for /health during a start and 200 afterwards, and completes open requests before it stops", async () => {
  const port = await freePort();
  const starting = startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: { api: port, db: 0 },
  });
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status, headers }) => ({ status, wait: headers.get("retry-after") }),
      () => undefined,
    );
  await expect.poll(health, { interval: 5, timeout: 10_000 }).toEqual({ status: 503, wait: "1" });
  const backend = await starting;
  try {
    expect(await health()).toEqual({ status: 200, wait: null });

    const key = `apikey=${backend.keys.publishable}`;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?${key}&vsn=2.0.0`);
    await once(socket, "open");
    const closed = once(socket, "close");
    backend.faults.add({ path: "/rest/v1/notes", delayMs: 500 });
    const headers = { apikey: backend.keys.secret };
    const running = fetch(`${backend.urls.api}/rest/v1/notes?select=body`, { headers });
    // The fault delays only the first request. The response to the second shows that the first is
    // in progress.
    const seen = fetch(`${backend.urls.api}/rest/v1/notes?limit=0`, { headers });
    expect((await seen).status).toBe(200);
    await backend.stop();
    expect(await (await running).json()).toEqual([{ body: "seeded" }]);
    expect((await closed)[0]).toBe(1001);
    expect(await health()).toBeUndefined();
  } finally {
    await backend.stop();
  }
});

test.runIf(process.getuid?.() === 0)(
  "starts for a user other than root, and stores the database as that user",
  async ({ skip }) => {
    // initdb fails for a user id without an account. On Linux, this id is the account `nobody`.
    const account = { uid: 65534, gid: 65534 };
    const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
    const loader = new URL("./text-loader.mjs", import.meta.url).href;
    const above = join(project.dir, "..");
    chmodSync(above, 0o711);
    const home = join(above, "home");
    mkdirSync(home, { mode: 0o700 });
    cpSync(project.dir, join(home, "supabase"), { recursive: true });
    for (const name of ["", "supabase"]) chownSync(join(home, name), account.uid, account.gid);
    const flags = ["--import", loader, cli, "start", "--port", "0", "--db-port", "0", "--json"];
    const env = { PATH: process.env.PATH ?? "", HOME: home };
    const command = spawn(process.execPath, flags, { cwd: home, env, ...account });
    let said = "";
    command.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    // `once` rejects with the `error` event if the program cannot be executed.
    const ended = once(command, "close").catch((error: Error) => {
      said += error.message;
      return [];
    });
    const printed = await Promise.race([once(command.stdout.setEncoding("utf8"), "data"), ended]);
    skip(
      /EACCES|Cannot find module/.test(said),
      "the sources or programs are closed to other users",
    );
    expect(said).toContain("For development");
    const { urls, keys, dataDir } = JSON.parse(String(printed[0]));
    const answer = await fetch(`${urls.api}/rest/v1/notes?select=body`, {
      headers: { apikey: keys.secret },
    });
    expect(await answer.json()).toEqual([{ body: "seeded" }]);
    expect(statSync(join(dataDir, "pg")).uid).toBe(account.uid);
    command.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
);
