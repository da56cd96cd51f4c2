import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const NODE_MODULES = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/**
 * Signs in, reads the session in a new request and signs out, on any platform. Workers and Next's
 * edge runtime run the packed SDK in test/consumers.
 */
const PROGRAM = `
import { createSessionServer } from "./dist/server/index.js";
import { createMemoryBackend } from "./dist/testing/index.js";

const memory = createMemoryBackend();
const sessions = createSessionServer(memory.backend);
const jar = memory.createJar();
const seen = [];
await memory.signIn(jar);
seen.push((await sessions.open(jar.request("/")).session()).status);
jar.take(
  await sessions.handle(jar.post("/auth/refresh", { body: new URLSearchParams({ force: "true" }) })),
);
seen.push((await sessions.open(jar.request("/")).session()).status);
jar.take(await sessions.handle(jar.post("/auth/sign-out")));
seen.push((await sessions.open(jar.request("/")).session()).status);
console.log(JSON.stringify(seen));
`;

const directory = mkdtempSync(join(tmpdir(), "backend-client-runtimes-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function bundle(conditions: string[]) {
  const outfile = join(directory, `${conditions.join("-") || "default"}.mjs`);
  const { metafile } = await build({
    stdin: { contents: PROGRAM, resolveDir: here("../..") },
    bundle: true,
    format: "esm",
    platform: conditions.includes("node") ? "node" : "neutral",
    mainFields: ["module", "main"],
    conditions: [...conditions, "import"],
    outfile,
    // The SDK's dependencies may name them, but only in code that these platforms skip.
    external: [...NODE_MODULES],
    metafile: true,
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  const imports = Object.entries(metafile.inputs)
    .filter(([path]) => path.startsWith("dist/"))
    .flatMap(([, input]) => input.imports);
  return {
    outfile,
    crypto: inputs.filter((path) => /dist\/crypto\/(node|web)\.js$/.test(path)).sort(),
    node: imports.map(({ path }) => path).filter((path) => NODE_MODULES.has(path)),
  };
}

describe.each([
  { name: "Cloudflare Workers", conditions: ["workerd", "worker", "browser"] },
  { name: "Next's edge runtime", conditions: ["edge-light", "worker"] },
  { name: "browsers", conditions: ["browser"] },
  { name: "a platform that no condition names", conditions: [] },
])("a bundle for $name", ({ conditions }) => {
  it("contains only WebCrypto, and our code imports no Node module", async () => {
    const { crypto, node } = await bundle(conditions);
    expect(crypto).toEqual(["dist/crypto/web.js"]);
    expect(node).toEqual([]);
  });
});

it("signs in, refreshes and signs out in a bundle without a named condition", async () => {
  const { outfile } = await bundle([]);
  const { stdout } = await run(process.execPath, [outfile]);
  expect(JSON.parse(stdout)).toEqual(["authenticated", "authenticated", "unauthenticated"]);
});

it("signs in with Node's crypto in a bundle for Node", async () => {
  const { crypto, outfile } = await bundle(["node"]);
  expect(crypto).toContain("dist/crypto/node.js");
  const { stdout } = await run(process.execPath, [outfile]);
  expect(JSON.parse(stdout)).toEqual(["authenticated", "authenticated", "unauthenticated"]);
});
