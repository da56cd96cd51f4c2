import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const run = promisify(execFile);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const NODE_MODULES = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

const LISTS = [
  { conditions: ["node"], crypto: "dist/crypto/node.js" },
  { conditions: ["browser"], crypto: "dist/crypto/web.js" },
  { conditions: ["workerd", "worker", "browser"], crypto: "dist/crypto/web.js" },
  { conditions: ["edge-light", "worker"], crypto: "dist/crypto/web.js" },
  { conditions: ["deno"], crypto: "dist/crypto/web.js" },
  { conditions: ["bun"], crypto: "dist/crypto/web.js" },
  { conditions: [], crypto: "dist/crypto/web.js" },
];

const ENTRIES = [
  { entry: ".", refusedBy: [] as string[][] },
  { entry: "./server", refusedBy: [] },
  { entry: "./service", refusedBy: [["browser"], []] },
];

/** This test runs each bundle in Node. The conformance suite uses the real platforms. */
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

async function bundle(contents: string, conditions: string[]) {
  const outfile = join(directory, `${crypto.randomUUID()}.mjs`);
  const { metafile } = await build({
    stdin: { contents, resolveDir: here("../..") },
    bundle: true,
    format: "esm",
    platform: conditions.includes("node") ? "node" : "neutral",
    mainFields: ["module", "main"],
    conditions: [...conditions, "import"],
    outfile,
    // Other platforms than Node never run the code of the dependencies that imports these modules.
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
    inputs,
    crypto: inputs.filter((path) => /dist\/crypto\/(node|web)\.js$/.test(path)),
    node: imports.map(({ path }) => path).filter((path) => NODE_MODULES.has(path)),
  };
}

describe.each(LISTS)("a bundle with the conditions $conditions", ({ conditions, crypto }) => {
  const isNode = conditions.includes("node");
  const isRefused = (lists: string[][]) => lists.some((list) => list.join() === conditions.join());

  it.each(ENTRIES)(
    "contains $entry with the platform's crypto module, or fails to build if only servers may use $entry",
    async (given) => {
      const { entry, refusedBy } = given;
      const contents = `export * from "${entry.replace(".", packageJson.name)}";`;
      if (isRefused(refusedBy)) {
        const name = entry.replace(".", packageJson.name);
        await expect(bundle(contents, conditions)).rejects.toThrow(`resolve "./${name}-is-for`);
        return;
      }
      const { inputs, crypto: chosen, node } = await bundle(contents, conditions);
      expect(inputs.length).toBeGreaterThan(1);
      expect(inputs.filter((path) => path.includes("tus-js-client"))).toEqual([]);
      if (entry !== ".") expect(chosen).toContain(crypto);
      // The crypto file for Node also imports its WebCrypto fallback.
      if (!isNode) expect([chosen.filter((path) => path !== crypto), node]).toEqual([[], []]);
    },
  );

  it("signs in, refreshes and signs out", async () => {
    const { outfile } = await bundle(PROGRAM, conditions);
    const { stdout } = await run(process.execPath, [outfile]);
    expect(JSON.parse(stdout)).toEqual(["authenticated", "authenticated", "unauthenticated"]);
  });
});

it("the crypto implementation is selected by imports, without a platform check at run time", () => {
  for (const name of ["node", "web"]) {
    const code = readFileSync(here(`../../dist/crypto/${name}.js`), "utf8");
    expect(code).not.toContain("getBuiltinModule");
  }
});
