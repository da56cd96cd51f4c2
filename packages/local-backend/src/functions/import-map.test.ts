import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ImportMapError, importOptions } from "./import-map.ts";

let projectDir: string;

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), "functions-imports-"));
});

afterEach(() => rmSync(projectDir, { recursive: true, force: true }));

function write(path: string, text: string): string {
  const full = join(projectDir, "functions", path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

function optionsOf(importMap?: string) {
  const entrypoint = join(projectDir, "functions/one/index.ts");
  const folder = join(projectDir, "data");
  const source = { name: "one", entrypoint, importMap, isJwtRequired: false };
  const options = importOptions(source, { projectDir, folder });
  const read = (name: string) => {
    const path = options[options.indexOf(name) + 1] ?? "";
    return path.startsWith(folder) ? JSON.parse(readFileSync(path, "utf8")) : path;
  };
  return { options, config: read("--config"), map: read("--import-map") };
}

const urlOf = (path: string) => pathToFileURL(join(projectDir, "functions", path)).href;

it("passes no configuration to Deno for a function without configuration", () => {
  write("one/index.ts", 'import "npm:hono"; Deno.serve(() => new Response());');
  expect(optionsOf().options).toEqual(["--no-config", "--no-lock"]);
});

it("passes the original deno.json to Deno if it needs no changes", () => {
  write("one/index.ts", 'import "hono";');
  const own = write("one/deno.json", '{ "imports": { "hono": "npm:hono@4" } }');
  expect(optionsOf(own).options).toEqual(["--config", own]);
});

it("maps Supabase's JSR packages to npm", () => {
  write(
    "one/index.ts",
    `import "jsr:@supabase/functions-js/edge-runtime.d.ts";
     import { createClient } from 'jsr:@supabase/supabase-js@2';
     import { encodeBase64 } from "jsr:@std/encoding@1/base64";`,
  );
  write("_shared/cors.ts", 'export * from "jsr:@supabase/supabase-js@2.119.0/cors";');
  const { options, map } = optionsOf();
  expect(options[0]).toBe("--no-lock");
  expect(map.imports).toEqual({
    "jsr:@supabase/functions-js/edge-runtime.d.ts": "data:text/typescript,export {}",
    "jsr:@supabase/supabase-js@2": "npm:@supabase/supabase-js@2",
    "jsr:@supabase/supabase-js@2.119.0/cors": "npm:@supabase/supabase-js@2.119.0/cors",
  });
});

it("maps a Supabase package from JSR to npm in a deno.jsonc, and keeps the rest of the file", () => {
  write("one/index.ts", 'import "@supabase/server";');
  const own = write(
    "one/deno.jsonc",
    `{
       // The CLI creates files with comments.
       "imports": {
         "@supabase/server": "jsr:@supabase/server@^1",
         "shared": "../_shared/cors.ts",
         "std/": "jsr:/@std/encoding@1/",
       },
       "scopes": { "./vendor/": { "hono": "npm:hono@4" } },
       "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "npm:react@19" },
     }`,
  );
  const { config, map } = optionsOf(own);
  expect(map).toEqual({
    imports: {
      "@supabase/server": "npm:@supabase/server@^1",
      "@supabase/server/": "npm:/@supabase/server@^1/",
      shared: urlOf("_shared/cors.ts"),
      "std/": "jsr:/@std/encoding@1/",
    },
    scopes: {
      [urlOf("one/vendor/")]: { hono: "npm:hono@4", "hono/": "npm:/hono@4/" },
    },
  });
  expect(config).toEqual({
    compilerOptions: { jsx: "react-jsx", jsxImportSource: "npm:react@19" },
  });
});

it("maps jose and Hono from JSR, and supabase-js from esm.sh, to the same versions on npm", () => {
  write(
    "one/index.ts",
    `import * as jose from "jsr:@panva/jose@6";
     import { cors } from "jsr:@hono/hono@4/cors";
     import { createClient } from "https://esm.sh/@supabase/supabase-js@2.39.3?target=deno";
     import "https://esm.sh/@supabase/supabase-js@2.39.3/dist/module/index.js";
     import "https://esm.sh/lodash@4";`,
  );
  expect(optionsOf().map.imports).toEqual({
    "jsr:@panva/jose@6": "npm:jose@6",
    "jsr:@hono/hono@4/cors": "npm:hono@4/cors",
    "https://esm.sh/@supabase/supabase-js@2.39.3?target=deno": "npm:@supabase/supabase-js@2.39.3",
  });
});

it("replaces http/server.ts of Deno's standard library if a function imports only `serve` from it", () => {
  const std = (version: string) => `https://deno.land/std${version}/http/server.ts`;
  write(
    "one/index.ts",
    `import { serve } from "${std("@0.168.0")}"; import {serve as also} from '${std("@0.131.0")}';`,
  );
  write("_shared/serve.ts", `import {\n  serve,\n} from '${std("")}';`);
  write("_shared/more.ts", `export { Server } from "${std("@0.200.0")}";`);
  expect(optionsOf().map.imports).toEqual({
    [std("@0.168.0")]: expect.stringMatching(/^data:text\/javascript,/),
    [std("")]: expect.stringMatching(/^data:text\/javascript,/),
  });
});

it("maps edge-runtime.d.ts to an empty module, because the npm package does not contain it", () => {
  write("one/index.ts", 'import "runtime/edge-runtime.d.ts";');
  const own = write(
    "one/deno.json",
    '{ "imports": { "runtime": "jsr:@supabase/functions-js@^2" } }',
  );
  expect(optionsOf(own).map.imports).toEqual({
    runtime: "npm:@supabase/functions-js@^2",
    "runtime/": "npm:/@supabase/functions-js@^2/",
    "runtime/edge-runtime.d.ts": "data:text/typescript,export {}",
  });
});

it("copies a function's .npmrc next to the generated configuration, and deletes the copy after the original is deleted", () => {
  write("one/index.ts", 'import "npm:@firm/private@1";');
  const npmrc = write("one/.npmrc", "@firm:registry=http://127.0.0.1:1");
  const copy = join(projectDir, "data/.npmrc");
  expect(optionsOf().config).toEqual({});
  expect(readFileSync(copy, "utf8")).toBe(readFileSync(npmrc, "utf8"));
  expect(statSync(copy).mode & 0o777).toBe(0o600);

  rmSync(npmrc);
  write("one/index.ts", 'import "jsr:@supabase/server@1";');
  optionsOf();
  expect(existsSync(copy)).toBe(false);
});

it("lets Deno read the package.json of a function without an import map", () => {
  write("one/index.ts", 'import "hono";');
  write("one/package.json", '{ "dependencies": { "hono": "4" } }');
  expect(optionsOf().options).toEqual(["--no-lock"]);
  write("one/index.ts", 'import "hono"; import "jsr:@supabase/server@1";');
  const { options, map } = optionsOf();
  expect(options).toEqual(["--no-lock", "--import-map", join(projectDir, "data/import_map.json")]);
  expect(map.imports).toEqual({ "jsr:@supabase/server@1": "npm:@supabase/server@1" });
});

it("passes Deno the deno.lock next to a deno.json when an import map is generated", () => {
  write("one/index.ts", 'import "shared";');
  write("deno.json", "{}");
  const lock = write("one/deno.lock", "{}");
  const own = write("one/deno.json", '{ "imports": { "shared": "../_shared/cors.ts" } }');
  expect(optionsOf(own).options.slice(0, 2)).toEqual(["--lock", lock]);
});

it.each([
  ["broken JSON", "{ imports", "is not valid JSON"],
  ["an address that is not a string", '{ "imports": { "a": 1 } }', "at imports.a: "],
])("rejects a deno.json with %s and names the file", (_what, text, message) => {
  write("one/index.ts", 'import "jsr:@supabase/server";');
  const own = write("one/deno.json", text);
  expect(() => optionsOf(own)).toThrow(ImportMapError);
  expect(() => optionsOf(own)).toThrow(own);
  expect(() => optionsOf(own)).toThrow(message);
});
