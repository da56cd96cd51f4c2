import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { endOrphanedServers, recordServer, startOf } from "./orphaned-servers.mjs";
import { requireFreePort } from "./ports.mjs";

const directory = mkdtempSync(join(tmpdir(), "dossier-orphaned-servers-"));
after(() => rmSync(directory, { recursive: true, force: true }));

const WEB = `
  const server = require("node:net").createServer();
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
`;
const OWNER = `
  import { spawn } from "node:child_process";
  import { recordServer } from ${JSON.stringify(new URL("orphaned-servers.mjs", import.meta.url).href)};
  const web = spawn(process.execPath, ["-e", ${JSON.stringify(WEB)}], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  web.stdout.once("data", (port) => {
    recordServer(process.argv[1], { port: Number(port), pid: web.pid });
    process.stdout.write(JSON.stringify({ port: Number(port), webPid: web.pid }));
  });
`;

async function start() {
  const owner = spawn(process.execPath, ["--input-type=module", "-e", OWNER, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await once(owner.stdout, "data");
  return { owner, ...JSON.parse(output) };
}

async function kill(owner) {
  owner.kill("SIGKILL");
  await once(owner, "exit");
}

test("endOrphanedServers ends the web server of a killed start script, and frees its port", async () => {
  const { owner, port, webPid } = await start();
  await kill(owner);
  await assert.rejects(requireFreePort("PORT", port), /in use/);
  assert.deepEqual(await endOrphanedServers(directory), [webPid]);
  await requireFreePort("PORT", port);
  assert.equal(existsSync(join(directory, `web-${port}.json`)), false);
});

test("endOrphanedServers does not end the web server of a running start script", async () => {
  const { owner, webPid } = await start();
  assert.deepEqual(await endOrphanedServers(directory), []);
  process.kill(webPid, 0);
  await kill(owner);
  assert.deepEqual(await endOrphanedServers(directory), [webPid]);
});

test("endOrphanedServers does not end an unrelated process that has the recorded process id", async () => {
  const { owner, port, webPid } = await start();
  await kill(owner);
  const path = join(directory, `web-${port}.json`);
  const note = JSON.parse(readFileSync(path, "utf8"));
  const other = { ...note, web: { ...note.web, startedAt: `${note.web.startedAt}0` } };
  writeFileSync(path, JSON.stringify(other));
  assert.deepEqual(await endOrphanedServers(directory), []);
  process.kill(webPid, 0);
  process.kill(-webPid, "SIGKILL");
});

test("startOf returns a start time until the last thread ends, even after the first thread ended", () => {
  const stat = (state) =>
    `12 (a ) Z 1) ${state} ${Array.from({ length: 49 }, (_, no) => no + 4).join(" ")}`;
  assert.equal(startOf(stat("S"), 11), "22");
  assert.equal(startOf(stat("Z"), 2), "22");
  assert.equal(startOf(stat("Z"), 1), undefined);
});

test("endOrphanedServers deletes a truncated web server record, and ignores a missing directory", async () => {
  writeFileSync(join(directory, "web-1.json"), '{"owner":');
  assert.deepEqual(await endOrphanedServers(directory), []);
  assert.equal(existsSync(join(directory, "web-1.json")), false);
  assert.deepEqual(await endOrphanedServers(join(directory, "nowhere")), []);
});

test("calling the function that recordServer returned deletes the web server record", () => {
  const forget = recordServer(directory, { port: 2, pid: process.pid });
  assert.equal(existsSync(join(directory, "web-2.json")), true);
  forget();
  assert.equal(existsSync(join(directory, "web-2.json")), false);
});
