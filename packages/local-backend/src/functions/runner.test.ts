import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findBinary } from "../supervisor/binaries.ts";
import { PackagesError } from "./packages.ts";
import { FunctionRunner } from "./runner.ts";
import type { FunctionSource } from "./sources.ts";
import { BootError } from "./worker.ts";

let projectDir: string;
let runner: FunctionRunner;
let lines: string[];
let timers: { run(): void; milliseconds: number; isCancelled: boolean }[];
let inherited: NodeJS.ProcessEnv;
let registry: Server | undefined;

beforeEach(() => {
  // The folder has a comma, which separates paths in Deno's options, and a space, which URLs
  // encode.
  projectDir = mkdtempSync(join(tmpdir(), "functions, runner-"));
  lines = [];
  timers = [];
  inherited = { PATH: process.env.PATH, HOME: projectDir, DENO_DIR: join(projectDir, "cache") };
  runner = new FunctionRunner({
    projectDir,
    logDir: join(projectDir, "logs"),
    tmpDir: join(projectDir, "tmp"),
    inherited,
    environment: async () => ({}),
    environmentVersion: () => "1",
    trackChild: () => () => undefined,
    log: (line) => lines.push(line),
    setTimer: (run, milliseconds) => {
      const timer = { run, milliseconds, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
  });
});

afterEach(async () => {
  await runner.stop();
  registry?.closeAllConnections();
  registry?.close();
  registry = undefined;
  rmSync(projectDir, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const full = join(projectDir, "functions", path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

function sourceOf(name: string): FunctionSource {
  const entrypoint = join(projectDir, "functions", name, "index.ts");
  return { name, entrypoint, importMap: undefined, isJwtRequired: false };
}

const SERVES = "Deno.serve(() => new Response('ok'));";
const idleTimers = () => timers.filter((timer) => timer.milliseconds === 600_000);

const patience = () => timers.filter((timer) => timer.milliseconds === 15_000);

/** Modules that fetch from this server load until it responds. */
async function listenForLoads() {
  const requests: ServerResponse[] = [];
  registry = createServer((_, response) => requests.push(response)).listen(0, "127.0.0.1");
  await once(registry, "listening");
  return { requests, port: (registry.address() as AddressInfo).port };
}

it("starts one worker for concurrent calls", async () => {
  write("one/index.ts", SERVES);
  const leases = await Promise.all([1, 2, 3].map(() => runner.lend(sourceOf("one"))));
  expect(new Set(leases.map((lease) => lease.worker)).size).toBe(1);
});

it("stops a worker ten minutes after the end of its last call", async () => {
  write("one/index.ts", SERVES);
  const first = await runner.lend(sourceOf("one"));
  const second = await runner.lend(sourceOf("one"));
  first.release();
  expect(idleTimers()).toHaveLength(0);
  second.release();
  const third = await runner.lend(sourceOf("one"));
  expect(idleTimers().map((timer) => timer.isCancelled)).toEqual([true]);
  third.release();
  third.release();
  idleTimers().at(-1)?.run();
  await runner.reset();
  expect(third.worker.isAlive).toBe(false);
  const next = await runner.lend(sourceOf("one"));
  expect(next.worker).not.toBe(third.worker);
});

it("finishes a running call with the old code after the function is edited", async () => {
  write("one/index.ts", SERVES);
  const old = await runner.lend(sourceOf("one"));
  write("_shared/new.ts", "export const changed = true;");
  const fresh = await runner.lend(sourceOf("one"));
  expect(fresh.worker).not.toBe(old.worker);
  expect(old.worker.isAlive).toBe(true);
  old.release();
  await runner.reset();
  expect(old.worker.isAlive).toBe(false);
});

it("fails calls at once while a module loads slowly, and serves them once it has loaded", async () => {
  const { requests, port } = await listenForLoads();
  write("slow/index.ts", `await fetch("http://127.0.0.1:${port}/");\n${SERVES}`);
  const first = runner.lend(sourceOf("slow"));
  await vi.waitUntil(() => requests.length === 1, { timeout: 15_000 });
  patience().at(-1)?.run();
  await expect(first).rejects.toThrow("still loading after 15 seconds");
  await expect(runner.lend(sourceOf("slow"))).rejects.toThrow("still loading after 15 seconds");
  expect(lines).toHaveLength(1);
  requests[0]?.end();
  const isServed = () => runner.lend(sourceOf("slow")).then(Boolean, () => false);
  await expect.poll(isServed).toBe(true);
  expect(requests).toHaveLength(1);
});

it("ends a module that never finishes loading, and fails calls at once until it is edited", async () => {
  const { requests, port } = await listenForLoads();
  write("slow/index.ts", `await fetch("http://127.0.0.1:${port}/");\n${SERVES}`);
  const first = runner.lend(sourceOf("slow"));
  await vi.waitUntil(() => requests.length === 1, { timeout: 15_000 });
  timers.find((timer) => timer.milliseconds === 150_000)?.run();
  await expect(first).rejects.toThrow("still loading after 150 seconds");
  await expect(runner.lend(sourceOf("slow"))).rejects.toThrow("still loading after 150 seconds");
  expect(requests).toHaveLength(1);
  write("slow/index.ts", SERVES);
  expect((await runner.lend(sourceOf("slow"))).worker.isAlive).toBe(true);
});

it("does not wait for a module that is loading when it stops", async () => {
  const { requests, port } = await listenForLoads();
  write("slow/index.ts", `await fetch("http://127.0.0.1:${port}/");\n${SERVES}`);
  const first = runner.lend(sourceOf("slow"));
  first.catch(() => undefined);
  await vi.waitUntil(() => requests.length === 1, { timeout: 15_000 });
  await runner.reset();
  await expect(first).rejects.toThrow(BootError);
});

it("reports a missing Deno in one sentence", async () => {
  write("one/index.ts", SERVES);
  inherited.LOCAL_BACKEND_DENO = join(projectDir, "no-deno");
  await expect(runner.lend(sourceOf("one"))).rejects.toThrow(BootError);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("LOCAL_BACKEND_DENO");
  delete inherited.LOCAL_BACKEND_DENO;
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("asks Deno again for its package folder after the first attempt failed", async () => {
  const deno = (await findBinary("deno", inherited)).path;
  const script = join(projectDir, "deno");
  const works = join(projectDir, "works");
  writeFileSync(
    script,
    `#!/bin/sh\n[ "$1" != info ] || [ -e "${works}" ] || exit 1\nexec "${deno}" "$@"\n`,
    { mode: 0o755 },
  );
  inherited.LOCAL_BACKEND_DENO = script;
  write("one/index.ts", SERVES);
  await expect(runner.lend(sourceOf("one"))).rejects.toThrow(BootError);
  expect(lines[0]).toContain("where it keeps packages");
  writeFileSync(works, "");
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("logs what to check if packages cannot be fetched, and fetches them on the next call", async () => {
  const published = await startRegistry();
  inherited.NPM_CONFIG_REGISTRY = "http://127.0.0.1:1";
  write("one/index.ts", `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
  write("two/index.ts", `import "npm:fetched-package@1.0.0"; ${SERVES}`);
  await runner.prepare([sourceOf("one"), sourceOf("two")]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^The packages of function one could not be fetched: .*127\.0\.0\.1:1/);
  expect(lines[0]).toContain("NPM_CONFIG_REGISTRY, HTTPS_PROXY and DENO_TLS_CA_STORE");
  await expect(runner.lend(sourceOf("one"))).rejects.toThrow(PackagesError);
  expect(lines).toHaveLength(1);

  inherited.NPM_CONFIG_REGISTRY = published;
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it.each([
  ["a version that the registry lacks", "npm:fetched-package@9", "Could not find npm package"],
  ["a folder that the import map spells wrong", "folder/index.js", "npm:/…/"],
])(
  "reports %s as an error of the function, and fetches the packages of the next function",
  async (_what, name, words) => {
    inherited.NPM_CONFIG_REGISTRY = await startRegistry();
    write("one/index.ts", `import "${name}"; ${SERVES}`);
    write("one/deno.json", '{ "imports": { "folder/": "npm:fetched-package@1.0.0/" } }');
    write("two/index.ts", `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
    const importMap = join(projectDir, "functions/one/deno.json");
    await runner.prepare([{ ...sourceOf("one"), importMap }, sourceOf("two")]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Function one cannot be loaded: /);
    expect(lines[0]).toContain(words);
    registry?.closeAllConnections();
    registry?.close();
    await expect(runner.lend(sourceOf("two"))).resolves.toBeDefined();
  },
);

it("fetches modules from any host", async () => {
  registry = createServer((_request, response) => {
    response.setHeader("content-type", "text/javascript").end("export const word = 'fetched';");
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const { port } = registry.address() as AddressInfo;
  write(
    "one/index.ts",
    `import { word } from "http://127.0.0.1:${port}/word.js"; ${SERVES}; word;`,
  );
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("does not change the package.json of the app when it fetches packages", async () => {
  inherited.NPM_CONFIG_REGISTRY = await startRegistry();
  const above = join(projectDir, "package.json");
  const text = '{ "name": "app", "dependencies": {} }';
  writeFileSync(above, text);
  write("one/index.ts", `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
  const { worker } = await runner.lend(sourceOf("one"));
  expect(await (await fetch(`http://127.0.0.1:${worker.port}`)).text()).toBe("ok");
  expect(readFileSync(above, "utf8")).toBe(text);
  expect(existsSync(join(projectDir, "node_modules"))).toBe(false);
});

it("fetches packages from the registry that a function's .npmrc names", async () => {
  inherited.NPM_CONFIG_REGISTRY = "http://127.0.0.1:1";
  write("one/.npmrc", `@firm:registry=${await startRegistry()}/`);
  write("one/index.ts", `import { word } from "npm:@firm/fetched-package@1.0.0"; ${SERVES}; word;`);
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it.each([
  ["an ES module", 'import { word } from "fetched-package";', "module"],
  ["CommonJS", 'const { word } = require("fetched-package");', "commonjs"],
])("lets %s import the packages of its own package.json", async (_what, code, type) => {
  inherited.NPM_CONFIG_REGISTRY = await startRegistry();
  write("one/index.js", `${code} Deno.serve(() => new Response(word));`);
  write("one/package.json", JSON.stringify({ type, dependencies: { "fetched-package": "1" } }));
  const entrypoint = join(projectDir, "functions/one/index.js");
  const { worker } = await runner.lend({ ...sourceOf("one"), entrypoint });
  expect(await (await fetch(`http://127.0.0.1:${worker.port}`)).text()).toBe("fetched");
});

it("runs a function without the registry once its packages are fetched", async () => {
  inherited.NPM_CONFIG_REGISTRY = await startRegistry();
  write("one/index.ts", `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
  await runner.prepare([sourceOf("one")]);
  expect(lines).toEqual([]);
  registry?.closeAllConnections();
  registry?.close();
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("lets a package read its own files", async () => {
  inherited.NPM_CONFIG_REGISTRY = await startRegistry();
  write(
    "one/index.ts",
    'import { read } from "npm:fetched-package@1.0.0"; Deno.serve(async () => new Response(await read()));',
  );
  const { worker } = await runner.lend(sourceOf("one"));
  const response = await fetch(`http://127.0.0.1:${worker.port}`);
  expect(await response.text()).toBe("the package's own file");
});

it("lets a function read its own files but no others, even if the path contains a comma", async () => {
  write(
    "one/index.ts",
    `import fs from "node:fs";
     const text = await Deno.readTextFile(new URL("./own file.txt", import.meta.url));
     const again = fs.readFileSync(new URL("./own file.txt", import.meta.url), "utf8");
     const outside = await Deno.readTextFile("../outside.txt").catch((error) => error.name);
     Deno.serve(() => Response.json([text, again, outside]));`,
  );
  write("one/own file.txt", "own");
  writeFileSync(join(projectDir, "outside.txt"), "");
  const { worker } = await runner.lend(sourceOf("one"));
  const response = await fetch(`http://127.0.0.1:${worker.port}`);
  expect(await response.json()).toEqual(["own", "own", "NotCapable"]);
});

it("logs once that it is fetching packages if that takes more than 1.5 seconds", async () => {
  let release: () => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  inherited.NPM_CONFIG_REGISTRY = await startRegistry(() => {
    isAsked();
    return held;
  });
  for (const name of ["one", "two"]) {
    write(`${name}/index.ts`, `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
  }
  const prepared = runner.prepare([sourceOf("one"), sourceOf("two")]);
  await asked;
  for (const timer of timers) timer.run();
  release();
  await prepared;
  for (const timer of timers) timer.run();
  expect(lines).toEqual(["Fetching the packages of the Edge functions …"]);
});

/** Starts a registry that has one small package, in every scope. */
async function startRegistry(hold: () => Promise<void> = async () => undefined): Promise<string> {
  const files = {
    "package/package.json": JSON.stringify({
      name: "fetched-package",
      version: "1.0.0",
      type: "module",
      exports: "./index.js",
    }),
    "package/index.js":
      "export const word = 'fetched'; export const read = () => Deno.readTextFile(new URL('./data.txt', import.meta.url));",
    "package/data.txt": "the package's own file",
  };
  const tarball = gzipSync(tarOf(files));
  registry = createServer(async (request, response) => {
    await hold();
    if (request.url?.endsWith(".tgz")) return response.end(tarball);
    const dist = {
      tarball: `http://${request.headers.host}/fetched-package/-/fetched-package-1.0.0.tgz`,
      integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
    };
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    const version = { name, version: "1.0.0", dist };
    return response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        name,
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": version },
      }),
    );
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const address = registry.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

/** Returns a tar archive in the POSIX format. */
function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write("0000644\0", 100);
    header.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        0", 148);
    header.write("ustar\u000000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
