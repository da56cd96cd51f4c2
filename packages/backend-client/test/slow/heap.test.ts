import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { createMemoryBackend } from "../../src/testing/index.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "backend-client-heap-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const SESSIONS = 2000;

const PROGRAM = `
import { writeHeapSnapshot } from "node:v8";
import { defineBackend } from "./src/index.js";
import { createSessionServer } from "./src/server/index.js";

const [url, anonKey, issuer, file, mode] = process.argv.slice(2);
let ahead = 0;
const timers = new Set();
const runtime = {
  now: () => Date.now() + ahead,
  schedule(run, milliseconds) {
    const timer = { at: runtime.now() + milliseconds, run };
    timers.add(timer);
    return () => timers.delete(timer);
  },
};
const backend = defineBackend({ url, anonKey, issuer, runtime });
const sessions = createSessionServer(backend, { clientLimit: false, serviceLimit: false, logger: false });
let served = 0;
async function serve() {
  const cookie = await (await fetch(url + "/cookie")).text();
  const request = new Request("http://app.test/", { headers: { cookie } });
  const scope = sessions.open(request);
  const session = await scope.session();
  if (session.status === "authenticated" && scope.cookieChanges().length > 0) served += 1;
}
for (let count = 0; count < ${SESSIONS}; count += 20) {
  await Promise.all(Array.from({ length: 20 }, serve));
}
/**
 * A separate function, because a loop at the top level of the module would keep the last timer in
 * memory.
 */
function runDueTimers() {
  for (const timer of timers) {
    timers.delete(timer);
    if (timer.at <= runtime.now()) timer.run();
  }
}
if (mode === "after") {
  ahead += 10_001;
  runDueTimers();
}
// The engine remembers the last text that a pattern was matched against, so match a harmless text.
/x/.exec("x");
globalThis.gc();
writeHeapSnapshot(file);
console.log(served);
`;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

it(`a server process has no token in its heap ten seconds after ${SESSIONS} sessions`, async () => {
  const memory = createMemoryBackend();
  // The server in the other process uses this machine's time. Use the same time in this process.
  memory.clock.setDate(Date.now());
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    if (request.url === "/cookie") {
      const jar = memory.createJar();
      await memory.signIn(jar, { lifetimeSeconds: -5 });
      response.end(
        jar
          .getAll()
          .map(({ name, value }) => `${name}=${value}`)
          .join("; "),
      );
      return;
    }
    const answer = await memory.fetch(`${memory.backend.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: request.headers as Record<string, string>,
      ...(body === "" ? {} : { body }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = join(directory, "program.mjs");
  await build({
    stdin: { contents: PROGRAM, resolveDir: root, loader: "ts" },
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["node"],
    alias: { "#crypto": join(root, "src/crypto/node.ts") },
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  const look = async (mode: string) => {
    const file = join(directory, `${mode}.heapsnapshot`);
    const { backend } = memory;
    const { stdout } = await run(process.execPath, [
      "--expose-gc",
      // By default, Node shortens strings in a heap snapshot, and the search would miss tokens.
      "--heap-snapshot-string-limit=1000000",
      program,
      url,
      backend.anonKey,
      backend.issuer,
      file,
      mode,
    ]);
    expect(stdout.trim()).toBe(String(SESSIONS));
    const text = readFileSync(file, "utf8");
    return {
      refreshTokens: new Set(text.match(/refresh-\d{6}/g)).size,
      accessTokens: new Set(text.match(/eyJ[\w-]{20,}\.eyJ[\w-]{40,}/g)).size,
    };
  };
  try {
    // Control: within the ten seconds in which the process may keep tokens, the search finds them.
    const before = await look("before");
    expect(before.refreshTokens).toBeGreaterThan(100);
    expect(before.accessTokens).toBeGreaterThan(100);
    expect(await look("after")).toEqual({ refreshTokens: 0, accessTokens: 0 });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}, 240_000);
