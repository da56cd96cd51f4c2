import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { attemptsOn } from "./functions-attempts.ts";
import { createProject, type Project } from "./functions-project.ts";

const JSON_TYPE = 'with { type: "json" }';
const SERVES = "Deno.serve(() => Response.json(keys));";

/**
 * Returns a WebAssembly module that imports `found` from the module at `address` and exports it
 * again.
 */
function webAssemblyOf(address: string): Buffer {
  const sized = (text: string) => Buffer.from([text.length, ...Buffer.from(text)]);
  const section = (id: number, body: Buffer) =>
    Buffer.concat([Buffer.from([id, body.length]), body]);
  const imported = [Buffer.from([1]), sized(address), sized("found"), Buffer.from([3, 0x6f, 0])];
  const exported = [Buffer.from([1]), sized("found"), Buffer.from([3, 0])];
  return Buffer.concat([
    Buffer.from("\0asm\x01\0\0\0"),
    section(2, Buffer.concat(imported)),
    section(7, Buffer.concat(exported)),
  ]);
}

/** Matches a denied permission, but not a missing file. */
const REFUSED = /^refused: .*(Requires \w+ access|requires unscoped|is not supported in functions)/;

function writeTexts(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("create table texts (found text); insert into texts values ('inside')");
  database.close();
}

/**
 * Each function has a private `/tmp`, so the files that it tries to read must be in another folder.
 */
const apart = mkdtempSync(join(tmpdir().startsWith("/tmp") ? "/var/tmp" : tmpdir(), "reach-"));
let project: Project;
let other: Project;
let owner: LocalBackend;
let backend: LocalBackend;
let hosts: Server;
let secrets: string[];
const lines: string[] = [];

beforeAll(async () => {
  // PostgreSQL runs as another user and needs execute permission on this folder.
  chmodSync(apart, 0o711);
  vi.stubEnv("TMPDIR", apart);
  other = createProject({});
  owner = await startLocalBackend({ dir: other.dir, memory: true, ports: { api: 0, db: 0 } });
  const path = join(owner.dataDir, "keys.json");
  const url = pathToFileURL(path).href;
  secrets = textsOf(JSON.parse(readFileSync(path, "utf8"))).filter((text) => text.length > 20);
  writeFileSync(join(other.dir, "found.ts"), "export const found: string = 'outside';");
  writeTexts(join(apart, "texts.db"));
  mkdirSync(join(other.dir, "package"));
  writeFileSync(
    join(other.dir, "package", "deno.json"),
    '{ "name": "@firm/keys", "version": "1.0.0", "exports": "./mod.ts" }',
  );
  writeFileSync(
    join(other.dir, "package", "mod.ts"),
    `import keys from "${url}" ${JSON_TYPE}; export default keys;`,
  );
  const viaData = `data:text/javascript,export {default} from '${url}' with {type:'json'}`;
  const remote: Record<string, string> = {
    "/static.js": `export { default } from "${viaData}";`,
    "/keys.json": '"from the host"',
    "/dynamic.js": `export default (await import("${url}", { with: { type: "json" } })).default;`,
  };
  hosts = createServer((request, response) => {
    const text = remote[request.url ?? ""];
    const type = request.url?.endsWith(".json") ? "application/json" : "text/javascript";
    response.setHeader("content-type", type).end(text);
  }).listen(0, "127.0.0.1");
  await once(hosts, "listening");
  const host = `http://127.0.0.1:${(hosts.address() as AddressInfo).port}`;
  const map = (value: object) => JSON.stringify(value);

  project = createProject(
    {
      "static/index.ts": `import keys from "${path}" ${JSON_TYPE}; ${SERVES}`,
      "url/index.ts": `import keys from "${url}" ${JSON_TYPE}; ${SERVES}`,
      "text/index.ts": `import keys from "${path}" with { type: "text" }; ${SERVES}`,
      "bytes/index.ts": `import bytes from "${path}" with { type: "bytes" };
        const keys = new TextDecoder().decode(bytes); ${SERVES}`,
      "bytes/deno.json": map({ unstable: ["raw-imports"] }),
      "dynamic/index.ts": `const keys = await import("${path}", { with: { type: "json" } }); ${SERVES}`,
      "template/index.ts": `const keys = await import(\`${path}\`, { with: { type: "json" } }); ${SERVES}`,
      "later/index.ts": `const get = () => import("${join(other.dir, "later.json")}", { with: { type: "json" } });
        Deno.serve(async () => Response.json(await get()));`,
      "shared/index.ts": `import { keys } from "../_keys/keys.ts"; ${SERVES}`,
      "_keys/keys.ts": `import keys from "${path}" ${JSON_TYPE}; export { keys };`,
      "data/index.ts": `import keys from "${viaData}"; ${SERVES}`,
      "defer/index.ts": `import defer * as keys from "${join(other.dir, "found.ts")}";
        Deno.serve(() => Response.json(keys.found));`,
      "wasm/index.ts":
        'import { found } from "./found.wasm"; Deno.serve(() => Response.json(found));',
      "common/index.ts": `import keys from "./keys.cjs"; ${SERVES}`,
      "common/keys.cjs": `module.exports = require("${path}");`,
      "common-folder/index.ts": `import keys from "./old/keys.js"; ${SERVES}`,
      "common-folder/old/package.json": map({ type: "commonjs" }),
      "common-folder/old/keys.js": `module.exports = require("${path}");`,
      "common-package/index.ts": `import keys from "./keys.js"; ${SERVES}`,
      "common-package/package.json": map({ type: "commonjs" }),
      "common-package/keys.js": `module.exports = require("${path}");`,
      "common-found/index.ts": `import keys from "./keys.js"; ${SERVES}`,
      "common-found/deno.json": map({ unstable: ["detect-cjs"] }),
      "common-found/keys.js": `module.exports = require("${path}");`,
      "common-dynamic/index.ts": `import keys from "./keys.cjs"; Deno.serve(async () => Response.json(await keys));`,
      "common-dynamic/keys.cjs": `module.exports = import("${path}", { with: { type: "json" } });`,
      "mapped/index.ts": `import keys from "keys" ${JSON_TYPE}; ${SERVES}`,
      "mapped/deno.json": map({ imports: { keys: url } }),
      "folder/index.ts": `import keys from "data/keys.json" ${JSON_TYPE}; ${SERVES}`,
      "folder/import_map.json": map({ imports: { "data/": `${owner.dataDir}/` } }),
      "scoped/index.ts": `import keys from "keys" ${JSON_TYPE}; ${SERVES}`,
      "scoped/deno.json": map({ scopes: { "./": { keys: path } } }),
      "linked/index.ts": `import keys from "jsr:@firm/keys@1"; ${SERVES}`,
      "linked/deno.json": map({ links: [join(other.dir, "package")] }),
      "patched/index.ts": `import keys from "jsr:@firm/keys@1"; ${SERVES}`,
      "patched/deno.json": map({ patch: [join(other.dir, "package")] }),
      "remote/index.ts": `import keys from "${host}/static.js"; ${SERVES}`,
      "remote-dynamic/index.ts": `import keys from "${host}/dynamic.js"; ${SERVES}`,
      "by-link/index.ts": `import keys from "../_link/keys.json" ${JSON_TYPE}; ${SERVES}`,
      "by-linked-file/index.ts": `import keys from "../linked.json" ${JSON_TYPE}; ${SERVES}`,
      "vendored/index.ts": `import keys from "${host}/keys.json" ${JSON_TYPE}; ${SERVES}`,
      "vendored/deno.json": map({ vendor: true }),
      "elsewhere/readme.md": "Its entrypoint is in another folder.",
      "attempts/index.ts": attemptsOn({
        ...{ path, url, database: join(apart, "texts.db") },
        store: join(apart, "store.db"),
      }),
      "attempts/deno.json": map({ unstable: ["kv", "raw-imports"] }),
      "types/index.ts": `import type { found } from "${join(other.dir, "found.ts")}";
        const word: typeof found = "typed"; Deno.serve(() => new Response(word));`,
      "inside/index.ts": `import { word } from "../_inner/again/word.ts"; import more from "./more.json" ${JSON_TYPE};
        Deno.serve(async () => Response.json([word, more, await Deno.readTextFile("inside/more.json")]));`,
      "inside/more.json": "1",
      "_inner/real/word.ts": "export const word = 'inside';",
      "settings/index.ts": "Deno.serve(() => Response.json(Deno.env.toObject()));",
      ".env": [
        `DENO_AUDIT_PERMISSIONS=${join(other.dir, "audit.jsonl")}`,
        `DENO_DIR=${other.dir}`,
        "DENO_ENV=development",
      ].join("\n"),
    },
    undefined,
    `[functions.elsewhere]\nentrypoint = "${join(other.dir, "package", "mod.ts")}"`,
  );
  const functions = join(project.dir, "functions");
  writeFileSync(
    join(functions, "wasm", "found.wasm"),
    webAssemblyOf(pathToFileURL(join(other.dir, "found.ts")).href),
  );
  symlinkSync(owner.dataDir, join(functions, "_link"));
  symlinkSync(path, join(functions, "linked.json"));
  symlinkSync("real", join(functions, "_inner", "again"));
  symlinkSync("..", join(functions, "_inner", "link"));
  symlinkSync(join(functions, "_link"), join(functions, "_inner", "real", "link"));
  const vendored = join(
    functions,
    "vendored",
    "vendor",
    `http_${new URL(host).host.replace(":", "_")}`,
  );
  mkdirSync(vendored, { recursive: true });
  symlinkSync(path, join(vendored, "keys.json"));
  backend = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: { api: 0, db: 0 },
    log: (line) => lines.push(line),
  });
});

afterAll(async () => {
  await backend?.stop();
  await owner?.stop();
  hosts?.closeAllConnections();
  hosts?.close();
  project?.remove();
  other?.remove();
  vi.unstubAllEnvs();
  rmSync(apart, { recursive: true, force: true });
});

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

async function call(name: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${backend.urls.api}/functions/v1/${name}`, {
    headers: { authorization: `Bearer ${backend.keys.anon}` },
  });
  const text = await response.text();
  for (const secret of secrets) expect(text).not.toContain(secret);
  return { status: response.status, text };
}

it.each([
  ["static", "static/index.ts", "/keys.json"],
  ["url", "url/index.ts", "/keys.json"],
  ["text", "text/index.ts", "/keys.json"],
  ["bytes", "bytes/index.ts", "/keys.json"],
  ["dynamic", "dynamic/index.ts", "/keys.json"],
  ["template", "template/index.ts", "/keys.json"],
  ["later", "later/index.ts", "/later.json"],
  ["shared", "_keys/keys.ts", "/keys.json"],
  ["data", "a data: address", "/keys.json"],
  ["defer", "defer/index.ts", "/found.ts"],
  ["wasm", "wasm/found.wasm", "/found.ts"],
  ["common", "common/keys.cjs", "/keys.json"],
  ["common-folder", "common-folder/old/keys.js", "/keys.json"],
  ["common-package", "common-package/keys.js", "/keys.json"],
  ["common-found", "common-found/keys.js", "/keys.json"],
  ["common-dynamic", "common-dynamic/keys.cjs", "/keys.json"],
  ["mapped", "mapped/index.ts", "/keys.json"],
  ["folder", "folder/index.ts", "/keys.json"],
  ["scoped", "scoped/index.ts", "/keys.json"],
  ["linked", "linked/index.ts", "/package/mod.ts"],
  ["patched", "patched/index.ts", "/package/mod.ts"],
  ["remote", "a data: address", "/keys.json"],
  ["remote-dynamic", "http://", "/keys.json"],
  ["by-link", "by-link/index.ts", "/keys.json"],
  ["by-linked-file", "by-linked-file/index.ts", "/keys.json"],
])(
  "refuses the function %s, whose import leads to a file outside the functions folder",
  async (name, importer, file) => {
    const { status, text } = await call(name);
    expect(status).toBe(503);
    const { code, message } = JSON.parse(text);
    expect(code).toBe("BOOT_ERROR");
    const start = `Function ${name} cannot be loaded: ${importer}`;
    expect(message).toContain(start);
    expect(message).toContain(`${file}, which is outside functions/. Move the file`);
    expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
  },
);

it("refuses a function whose entrypoint is outside the project", async () => {
  const { status, text } = await call("elsewhere");
  expect(status).toBe(503);
  expect(text).toContain("Function elsewhere cannot be loaded: its entrypoint ");
});

it("loads a remote module from its URL and ignores the vendor folder, whose files may be symbolic links to files outside the functions folder", async () => {
  expect(await call("vendored")).toEqual({ status: 200, text: '"from the host"' });
});

it("refuses every attempt of a running function to read a file outside the functions folder", async () => {
  const { status, text } = await call("attempts");
  expect(status).toBe(200);
  const answers = Object.entries(JSON.parse(text) as Record<string, unknown>);
  expect(answers).toHaveLength(20);
  for (const [name, answer] of answers) expect(answer, name).toMatch(REFUSED);
});

it("lets a running function read a file inside the functions folder in every way except symlink() and workers", async () => {
  const inside = createProject({});
  const functions = join(inside.dir, "functions");
  const path = join(functions, "_data", "keys.json");
  const database = join(functions, "_data", "texts.db");
  inside.write("_data/keys.json", '{"found":"inside"}');
  writeTexts(database);
  symlinkSync("_data", join(functions, "_link"));
  symlinkSync(path, join(functions, "linked.json"));
  inside.write("_inner/real/readme.md", "It contains a link.");
  symlinkSync("real", join(functions, "_inner", "again"));
  symlinkSync(join(functions, "_link"), join(functions, "_inner", "real", "link"));
  inside.write("attempts/deno.json", '{ "unstable": ["kv", "raw-imports"] }');
  inside.write("attempts/index.ts", attemptsOn({ path, url: pathToFileURL(path).href, database }));
  const allowed = await startLocalBackend({
    dir: inside.dir,
    memory: true,
    ports: { api: 0, db: 0 },
  });
  try {
    const response = await fetch(`${allowed.urls.api}/functions/v1/attempts`, {
      headers: { authorization: `Bearer ${allowed.keys.anon}` },
    });
    const answers = Object.entries((await response.json()) as Record<string, unknown>);
    const refused = answers.filter(([, answer]) => REFUSED.test(String(answer)));
    expect(Object.fromEntries(refused)).toEqual({
      link: expect.stringContaining("symlink() requires unscoped --allow-read"),
      worker: expect.stringContaining("Worker is not supported in functions"),
      nodeWorker: expect.stringContaining("Worker is not supported in functions"),
    });
    const texts = answers.filter((answer) => !refused.includes(answer));
    expect(texts).toHaveLength(17);
    for (const [name, answer] of texts) expect(JSON.stringify(answer), name).toContain("inside");
  } finally {
    await allowed.stop();
    inside.remove();
  }
});

it("loads a function that imports only types from outside the functions folder", async () => {
  expect(await call("types")).toEqual({ status: 200, text: "typed" });
});

it("lets a function import and read files in the functions folder, even through a link", async () => {
  expect(await call("inside")).toEqual({ status: 200, text: '["inside",1,"1"]' });
});

it("does not let functions/.env change the settings of Deno", async () => {
  const { text } = await call("settings");
  const seen = JSON.parse(text);
  expect(seen.DENO_DIR).not.toBe(other.dir);
  expect(seen).not.toHaveProperty("DENO_AUDIT_PERMISSIONS");
  expect(seen.DENO_ENV).toBe("development");
  expect(existsSync(join(other.dir, "audit.jsonl"))).toBe(false);
});

it("refuses a running function after an edit adds an import of a file outside the functions folder", async () => {
  project.write("edited/index.ts", "Deno.serve(() => new Response('before'));");
  expect((await call("edited")).text).toBe("before");
  const path = join(owner.dataDir, "keys.json");
  project.write("edited/index.ts", `import keys from "${path}" ${JSON_TYPE}; ${SERVES}`);
  expect((await call("edited")).status).toBe(503);
  project.write("edited/index.ts", "Deno.serve(() => new Response('after'));");
  expect((await call("edited")).text).toBe("after");
});
