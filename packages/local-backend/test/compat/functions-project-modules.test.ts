import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";

/** Each function has a private `/tmp`, so files that functions share must be in another folder. */
const root = mkdtempSync(
  join(tmpdir().startsWith("/tmp") ? "/var/tmp" : tmpdir(), "functions-project-modules-"),
);
const WORDS = join(root, "packages", "words", "mod.ts");
const PLAIN = join(root, "packages", "words", "plain.ts");
const SERVES = "Deno.serve(() => new Response(word));";
let backend: LocalBackend;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const writeFunction = (path: string, text: string) => write(`supabase/functions/${path}`, text);

beforeAll(async () => {
  write(
    "supabase/config.toml",
    "[functions.entry]\nentrypoint = '../apps/entry/main.ts'\nverify_jwt = false",
  );
  write("supabase/_lib/word.ts", "export const word = 'near';");
  write(
    "packages/words/mod.ts",
    'import { inner } from "./inner.ts"; export const word: string = inner;',
  );
  write("packages/words/inner.ts", "export const inner = 'far';");
  write("packages/words/plain.ts", "export const word = 'plain';");
  write("packages/words/words.json", '"json"');
  write("packages/words/old.cjs", "exports.word = 'old';");
  write("packages/.env.ts", "export const word = 'hidden';");
  write(".hidden/mod.ts", "export const word = 'hidden';");
  write("apps/entry/main.ts", `const word = 'entry'; ${SERVES}`);
  // Imitate a data directory that contains an uploaded TypeScript file.
  write("data/keys.json", "{}");
  write("data/.gitignore", "*\n");
  write("data/storage/mod.ts", "export const word = 'stored';");
  symlinkSync(PLAIN, join(root, "packages", "linked.ts"));

  writeFunction("near/index.ts", `import { word } from "../../_lib/word.ts"; ${SERVES}`);
  writeFunction("far/index.ts", `import { word } from "../../../packages/words/mod.ts"; ${SERVES}`);
  writeFunction(
    "dynamic/index.ts",
    `const { word } = await import("../../../packages/words/mod.ts"); ${SERVES}`,
  );
  writeFunction("mapped/index.ts", `import { word } from "words/mod.ts"; ${SERVES}`);
  writeFunction("mapped/deno.json", '{ "imports": { "words/": "../../../packages/words/" } }');
  writeFunction(
    "through/index.ts",
    `import { word } from "../../../packages/linked.ts"; ${SERVES}`,
  );
  backend = await startLocalBackend({
    dir: join(root, "supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
  });
});

afterAll(async () => {
  await backend?.stop();
  rmSync(root, { recursive: true, force: true });
});

async function call(name: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${backend.urls.api}/functions/v1/${name}`, {
    headers: { authorization: `Bearer ${backend.keys.anon}` },
  });
  return { status: response.status, text: await response.text() };
}

it.each([
  ["near", "near"],
  ["far", "far"],
  ["dynamic", "far"],
  ["mapped", "far"],
  ["through", "plain"],
  ["entry", "entry"],
])("runs the function %s, which uses code outside functions/", async (name, text) => {
  expect(await call(name)).toEqual({ status: 200, text });
});

const IN_DATA = encodeURIComponent(`import '${pathToFileURL(WORDS).href}'`);

it.each([
  ["JSON", 'import word from "../../../packages/words/words.json" with { type: "json" };'],
  ["a CommonJS module", 'import { word } from "../../../packages/words/old.cjs";'],
  ["a hidden file", 'import { word } from "../../../packages/.env.ts";'],
  ["a file in a hidden folder", 'import { word } from "../../../.hidden/mod.ts";'],
  ["a file of a data directory", 'import { word } from "../../../data/storage/mod.ts";'],
  ["an absolute path", `import { word } from ${JSON.stringify(WORDS)};`],
  ["a file: address", `import { word } from "${pathToFileURL(WORDS).href}";`],
  ["a module through a link in functions/", 'import { word } from "../link.ts";'],
  ["a module in a data: address", `import "data:text/javascript,${IN_DATA}"; const word = "";`],
  ["a module outside the project", 'import { word } from "../../../../elsewhere-outside/mod.ts";'],
])("refuses imports that `supabase functions deploy` does not bundle: %s", async (_what, code) => {
  const outside = join(root, "..", "elsewhere-outside");
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, "mod.ts"), "export const word = 'outside';");
  const link = join(root, "supabase", "functions", "link.ts");
  rmSync(link, { force: true });
  symlinkSync(PLAIN, link);
  try {
    writeFunction("refused/index.ts", `${code} ${SERVES}`);
    const { status, text } = await call("refused");
    expect(text).toMatch(/imports .+ which is outside functions\//);
    expect(status).toBe(503);
  } finally {
    rmSync(link);
    rmSync(outside, { recursive: true });
  }
});

it("does not let a running function read a file outside the functions folder, even if the function imports the file", async () => {
  writeFunction(
    "reads/index.ts",
    `import { word } from "../../../packages/words/mod.ts";
     Deno.serve(() => Deno.readTextFile(new URL("../../../packages/words/mod.ts", import.meta.url))
       .then((text) => new Response(text), (error) => new Response(word + " " + error.message)));`,
  );
  expect((await call("reads")).text).toMatch(/^far Requires read access/);
});

it("an edit of a module outside the functions folder applies to the next call, and an unchanged function keeps its process", async () => {
  write("packages/edited/mod.ts", 'export { word } from "./word.ts";');
  write("packages/edited/word.ts", "export const word = 'before';");
  writeFunction(
    "edited/index.ts",
    `import { word } from "../../../packages/edited/mod.ts"; let calls = 0;
     Deno.serve(() => new Response(word + ++calls));`,
  );
  expect((await call("edited")).text).toBe("before1");
  expect((await call("edited")).text).toBe("before2");
  write("packages/edited/word.ts", "export const word = 'after, longer';");
  expect((await call("edited")).text).toBe("after, longer1");
});
