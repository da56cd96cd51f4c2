import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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
let environmentVersion: string;
let pids: number[];

beforeEach(() => {
  // The name contains a comma, which separates paths in Deno's options, and a space, which URLs
  // encode.
  projectDir = mkdtempSync(join(tmpdir(), "functions, runner-"));
  lines = [];
  timers = [];
  pids = [];
  environmentVersion = "1";
  inherited = { PATH: process.env.PATH, HOME: projectDir, DENO_DIR: join(projectDir, "cache") };
  runner = new FunctionRunner({
    projectDir,
    logDir: join(projectDir, "logs"),
    tmpDir: join(projectDir, "tmp"),
    inherited,
    environment: async () => ({}),
    environmentVersion: () => environmentVersion,
    trackChild: (_name, pid) => {
      pids.push(pid);
      return () => undefined;
    },
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

/** If a function fetches from this server, it keeps loading until the test responds. */
async function listenForLoads() {
  const requests: ServerResponse[] = [];
  registry = createServer((_, response) => requests.push(response)).listen(0, "127.0.0.1");
  await once(registry, "listening");
  return { requests, port: (registry.address() as AddressInfo).port };
}

it("starts one worker for concurrent calls of a function", async () => {
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

it("calls fail at once if a module is still loading after 15 seconds, and succeed after the module has loaded", async () => {
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

it("stops a module that is still loading after 150 seconds, and fails calls until the module is edited", async () => {
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

it.each([
  ["throws while it loads", "throw new Error('no key');", "no key"],
  ["ends without listening", "", "it ended before it listened"],
  ["ends the process", "Deno.exit(3);", "it ended before it listened"],
])(
  "does not rerun a module that %s until the module or the environment changes",
  async (_what, code, reason) => {
    write("one/index.ts", `console.log("loads"); ${code}`);
    const loads = () =>
      readFileSync(join(projectDir, "logs/one.log"), "utf8").match(/^loads$/gm)?.length;
    for (let call = 1; call <= 3; call += 1) {
      await expect(runner.lend(sourceOf("one"))).rejects.toThrow(reason);
    }
    // The log file is written after the output has been read.
    await expect.poll(loads).toBe(1);
    expect(lines).toHaveLength(1);
    environmentVersion = "2";
    await expect(runner.lend(sourceOf("one"))).rejects.toThrow(reason);
    await expect.poll(loads).toBe(2);
    write("one/index.ts", SERVES);
    await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
  },
);

it.each([
  ["imports", 'import "../utils/first.ts";'],
  ["reads while it loads", 'eval(Deno.readTextFileSync("utils/second.ts"));'],
])(
  "restarts a broken function after a fix of a file in another folder that the function %s",
  async (_what, code) => {
    write("one/index.ts", `${code} ${SERVES}`);
    write("utils/first.ts", 'import "./second.ts";');
    write("utils/second.ts", "throw new Error('not yet fixed');");
    await expect(runner.lend(sourceOf("one"))).rejects.toThrow("not yet fixed");
    await expect(runner.lend(sourceOf("one"))).rejects.toThrow("not yet fixed");
    write("utils/second.ts", "");
    await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
  },
);

it("replaces a worker after an edit of a file that the function imports from another folder", async () => {
  write("one/index.ts", `import "../utils/first.ts"; ${SERVES}`);
  write("utils/first.ts", 'import "./second.ts";');
  write("utils/second.ts", "");
  const first = await runner.lend(sourceOf("one"));
  first.release();
  const second = await runner.lend(sourceOf("one"));
  second.release();
  expect(second.worker).toBe(first.worker);
  write("utils/second.ts", "// An edit.");
  const third = await runner.lend(sourceOf("one"));
  third.release();
  expect(third.worker).not.toBe(first.worker);
});

it("loads a module again after its process was killed during loading", async () => {
  const { requests, port } = await listenForLoads();
  write("one/index.ts", `await fetch("http://127.0.0.1:${port}"); ${SERVES}`);
  const first = runner.lend(sourceOf("one"));
  await expect.poll(() => requests.length).toBe(1);
  process.kill(pids.at(-1) ?? 0, "SIGKILL");
  await expect(first).rejects.toThrow(BootError);
  const second = runner.lend(sourceOf("one"));
  await expect.poll(() => requests.length).toBe(2);
  requests.at(-1)?.end();
  await expect(second).resolves.toBeDefined();
});

it("a reset does not wait for a module that is still loading", async () => {
  const { requests, port } = await listenForLoads();
  write("slow/index.ts", `await fetch("http://127.0.0.1:${port}/");\n${SERVES}`);
  const first = runner.lend(sourceOf("slow"));
  first.catch(() => undefined);
  await vi.waitUntil(() => requests.length === 1, { timeout: 15_000 });
  await runner.reset();
  await expect(first).rejects.toThrow(BootError);
});

it("starts a worker again without requesting an import that failed before", async () => {
  let requests = 0;
  registry = createServer((_, response) => {
    requests += 1;
    response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/mod.js`;
  write("one/index.ts", `await import("${address}").catch(() => undefined);\n${SERVES}`);
  await runner.lend(sourceOf("one"));
  expect(requests).toBeGreaterThan(0);
  requests = 0;
  environmentVersion = "2";
  expect((await runner.lend(sourceOf("one"))).worker.isAlive).toBe(true);
  expect(requests).toBe(0);
});

it.runIf(process.platform === "linux")(
  "fails a call after 15 seconds if Deno does not list the imports, and stops without waiting for Deno",
  async () => {
    const marker = join(projectDir, "lists");
    const deno = join(projectDir, "deno");
    const { path } = await findBinary("deno", process.env);
    // This Deno never lists a file's imports, but reports its cache folders.
    const script = `#!/bin/sh\ncase "$*" in "info "*.ts) touch '${marker}'; exec sleep 600;; esac\nexec '${path}' "$@"\n`;
    writeFileSync(deno, script, { mode: 0o700 });
    inherited.LOCAL_BACKEND_DENO = deno;
    write("one/index.ts", SERVES);
    const first = runner.lend(sourceOf("one"));
    await expect.poll(() => existsSync(marker)).toBe(true);
    patience().at(-1)?.run();
    await expect(first).rejects.toThrow("still loading after 15 seconds");
    await runner.stop();
  },
);

it("logs one line about a missing Deno, and starts functions once Deno is found", async () => {
  write("one/index.ts", SERVES);
  inherited.LOCAL_BACKEND_DENO = join(projectDir, "no-deno");
  await expect(runner.lend(sourceOf("one"))).rejects.toThrow(BootError);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("LOCAL_BACKEND_DENO");
  delete inherited.LOCAL_BACKEND_DENO;
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("finds Deno's package folder on the next call after a failed attempt", async () => {
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
  expect(lines[0]).toContain("did not report the folder of its package cache");
  writeFileSync(works, "");
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("logs what to check if packages cannot be fetched, and fetches the packages on the next call", async () => {
  const published = await startRegistry();
  inherited.NPM_CONFIG_REGISTRY = "http://127.0.0.1:1";
  write("one/index.ts", `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
  write("two/index.ts", `import "npm:fetched-package@1.0.0"; ${SERVES}`);
  await runner.prepare([sourceOf("one"), sourceOf("two")]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^The packages of function one could not be fetched: .*127\.0\.0\.1:1/);
  expect(lines[0]).toContain("NPM_CONFIG_REGISTRY, HTTPS_PROXY and DENO_TLS_CA_STORE");
  expect(lines[0]).not.toContain("..");
  expect(lines[1]).toMatch(/^The packages of function two could not be fetched: /);
  await expect(runner.lend(sourceOf("one"))).rejects.toThrow(PackagesError);
  expect(lines).toHaveLength(2);

  inherited.NPM_CONFIG_REGISTRY = published;
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("logs which function imports from an unreachable host, and still fetches the next function's packages", async () => {
  inherited.NPM_CONFIG_REGISTRY = await startRegistry();
  write("one/index.ts", `import "http://127.0.0.1:1/mod.ts"; ${SERVES}`);
  write("two/index.ts", `import { word } from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
  await runner.prepare([sourceOf("one"), sourceOf("two")]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^The packages of function one could not be fetched: Import 'http:\/\/127\.0\.0\.1:1\/mod\.ts' failed \(error .*\)\. Check the network/,
  );
  registry?.closeAllConnections();
  registry?.close();
  await expect(runner.lend(sourceOf("two"))).resolves.toBeDefined();
});

it.each([
  ["a package that the registry does not have", "npm:missing-package@^1", "'missing-package' does"],
  ["a misspelled version", "npm:fetched-package^1", "'fetched-package^1' does not exist"],
  [
    "a version that the registry does not have",
    "npm:fetched-package@9",
    "Could not find npm package",
  ],
  ["a misspelled folder in the import map", "folder/index.js", "npm:/…/"],
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
    expect(lines[0]).not.toMatch(/\.\.|network/);
    registry?.closeAllConnections();
    registry?.close();
    await expect(runner.lend(sourceOf("two"))).resolves.toBeDefined();
  },
);

it("starts a function that imports a module from a host outside of Deno's default list", async () => {
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

it("fetches packages from the registry in a function's .npmrc", async () => {
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

it("starts a function without the registry after its packages were fetched", async () => {
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

it.each([
  ["imports", (url: string) => `export { default } from "${url}" with { type: "json" };`],
  ["imports as text", (url: string) => `export { default } from "${url}" with { type: "text" };`],
  [
    "imports by a data: address",
    (url: string) =>
      `export { default } from "data:text/javascript,export {default} from '${url}' with {type:'json'}";`,
  ],
  [
    "imports dynamically",
    (url: string) => `export default await import("${url}", { with: { type: "json" } });`,
  ],
  [
    "requires",
    (url: string) =>
      `import { createRequire } from "node:module"; export default createRequire(import.meta.url)("${fileURLToPath(url)}");`,
  ],
])(
  "does not start a function whose package %s a file outside the functions folder",
  async (_what, codeOf) => {
    const outside = join(projectDir, "outside.json");
    writeFileSync(outside, '"outside"');
    inherited.NPM_CONFIG_REGISTRY = await startRegistry(
      undefined,
      codeOf(pathToFileURL(outside).href),
    );
    write("one/index.ts", `import word from "npm:fetched-package@1.0.0"; ${SERVES}; word;`);
    await expect(runner.lend(sourceOf("one"))).rejects.toThrow(/unprepared module|read access/);
  },
);

it.each([
  ["a dependency", "victim/keys.json", { victim: "1.0.0" }],
  ["an npm: address", "npm:victim@1/keys.json", {}],
])(
  "refuses %s if a workspace above the functions folder maps the import to a folder outside functions/",
  async (_what, name, dependencies) => {
    writeFileSync(
      join(projectDir, "package.json"),
      JSON.stringify({ name: "app", workspaces: ["functions/one", "victim"] }),
    );
    mkdirSync(join(projectDir, "victim"));
    writeFileSync(
      join(projectDir, "victim/package.json"),
      '{ "name": "victim", "version": "1.0.0" }',
    );
    writeFileSync(join(projectDir, "victim/keys.json"), '"outside"');
    write("one/package.json", JSON.stringify({ name: "one", dependencies }));
    write("one/index.ts", `import keys from "${name}" with { type: "json" }; ${SERVES}; keys;`);
    await expect(runner.lend(sourceOf("one"))).rejects.toThrow(
      "victim/keys.json, which is outside",
    );
  },
);

it("a function with a package.json starts without the registry after its packages were fetched", async () => {
  inherited.NPM_CONFIG_REGISTRY = await startRegistry();
  write("one/index.ts", `import { word } from "fetched-package"; ${SERVES}; word;`);
  write("one/package.json", JSON.stringify({ dependencies: { "fetched-package": "1" } }));
  await runner.prepare([sourceOf("one")]);
  registry?.closeAllConnections();
  registry?.close();
  await expect(runner.lend(sourceOf("one"))).resolves.toBeDefined();
});

it("lets a function read files in the functions folder but not outside it, even if the path contains a comma", async () => {
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

it("starts a function even if the list of its readable files does not fit in one command-line argument", async () => {
  write("one/index.ts", `const text = Deno.readTextFileSync("notes/last.txt");\n${SERVES}`);
  write("notes/last.txt", "read");
  symlinkSync(projectDir, join(projectDir, "functions", "notes", "out"));
  for (let index = 0; index < 1_500; index += 1) write(`notes/${index}-${"n".repeat(80)}.txt`, "");
  expect((await runner.lend(sourceOf("one"))).worker.isAlive).toBe(true);
});

it("the error contains the link out of the functions folder if the readable files do not fit on Deno's command line", async () => {
  write("one/index.ts", SERVES);
  const link = join(projectDir, "functions", "notes", "out");
  write("notes/last.txt", "");
  symlinkSync(projectDir, link);
  for (let index = 0; index < 5_000; index += 1) write(`notes/${index}-${"n".repeat(120)}.txt`, "");
  await expect(runner.lend(sourceOf("one"))).rejects.toThrow(
    `${link} leads out of functions/, so the backend has to list the readable files for Deno one by one`,
  );
});

it("logs the download of packages once if it takes more than 1.5 seconds", async () => {
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
  expect(lines).toEqual(["Fetching the packages of the Edge functions…"]);
});

async function startRegistry(
  hold: () => Promise<void> = async () => undefined,
  index = "export const word = 'fetched'; export const read = () => Deno.readTextFile(new URL('./data.txt', import.meta.url));",
): Promise<string> {
  const files = {
    "package/package.json": JSON.stringify({
      name: "fetched-package",
      version: "1.0.0",
      type: "module",
      exports: "./index.js",
    }),
    "package/index.js": index,
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
    if (!/^(@firm\/)?fetched-package$/.test(name)) return response.writeHead(404).end();
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
