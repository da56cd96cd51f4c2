import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Mode, readEnvironment } from "./env-files.js";

const requireFromNext = createRequire(createRequire(import.meta.url).resolve("next/package.json"));

type Load = (
  dir: string,
  isDevelopment: boolean,
  log: { info(): void; error(): void },
) => { combinedEnv: Record<string, string> };

/**
 * Loads `@next/env` again for each call, because the module caches the environment of its first
 * call.
 */
function loadAsNext(mode: Mode): Record<string, string> {
  delete requireFromNext.cache[requireFromNext.resolve("@next/env")];
  delete process.env.__NEXT_PROCESSED_ENV;
  const { loadEnvConfig } = requireFromNext("@next/env") as { loadEnvConfig: Load };
  const silent = { info: () => undefined, error: () => undefined };
  return loadEnvConfig(dir, mode === "development", silent).combinedEnv;
}

const before = { ...process.env };
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "doctor-env-"));
  return () => {
    rmSync(dir, { recursive: true });
    process.env = { ...before };
  };
});

const write = (name: string, text: string) => writeFileSync(join(dir, name), text);

const TEXT = `
# a comment
PLAIN=one
export EXPORTED=two
SPACED = three # note
SINGLE='a $PLAIN b'
DOUBLE="line\\nnext"
REFERENCE=$PLAIN/\${EXPORTED}
FALLBACK=\${MISSING:-four}
ESCAPED=a\\$PLAIN
EMPTY=
URL=https://x.example/#part
`;

it.each(["development", "production", "test"] as Mode[])(
  "readEnvironment reads the same variables as Next in %s",
  (mode) => {
    write(".env", `${TEXT}ONLY=env\nFILE=env\nBACK=$MINE\n`);
    write(`.env.${mode}`, "FILE=mode\n");
    write(".env.local", "FILE=local\nLOCAL=yes\nPLAIN=uno\n");
    write(`.env.${mode}.local`, "MINE=$FILE\n");
    Object.assign(process.env, { NODE_ENV: mode });
    const next = loadAsNext(mode);
    const names = [...TEXT.matchAll(/^(?:export )?([A-Z]+) ?=/gm)].map(([, name]) => name ?? "");
    const ours = readEnvironment(dir, {}, mode);
    for (const name of [...names, "ONLY", "FILE", "LOCAL", "MINE", "BACK"]) {
      expect([name, ours.variables[name] ?? ""]).toEqual([name, next[name] ?? ""]);
    }
  },
);

it("readEnvironment names the source of each variable, and prefers the process environment", () => {
  write(".env", "A=1\nB=2\nC=3\n");
  write(".env.local", "B=4\n");
  const found = readEnvironment(dir, { C: "5" }, "production");
  expect(found.files).toEqual([".env.local", ".env"]);
  expect(found.variables).toEqual({ A: "1", B: "4", C: "5" });
  expect(["A", "B", "C"].map(found.sourceOf)).toEqual([".env", ".env.local", "the environment"]);
});

it("readEnvironment does not loop endlessly when variables refer to each other", () => {
  write(".env", "A=$B\nB=$A\n");
  expect(readEnvironment(dir, {}, "production").variables.A).toMatch(/^\$[AB]$/);
});

describe("the variables of a Worker", () => {
  beforeEach(() => {
    write(".dev.vars", 'A=dev\nQUOTED="a b"\nPLAIN=$A\n');
    write(".env", "A=env\nB=env\n");
    write(
      "wrangler.jsonc",
      '{ // comment\n"vars": { "A": "vars", "B": "vars", "C": "https://x/*", "N": 1, "O": {}, }, }',
    );
  });

  it("come from .dev.vars, then .env files, then the wrangler file's vars, in development", () => {
    const found = readEnvironment(dir, {}, "development");
    expect(found.files).toEqual([".dev.vars", ".env", "wrangler.jsonc"]);
    expect(found.variables).toEqual({
      A: "dev",
      QUOTED: "a b",
      PLAIN: "$A",
      B: "env",
      C: "https://x/*",
    });
    expect(found.sourceOf("C")).toBe("wrangler.jsonc");
  });

  it("come from the wrangler file's vars, then .env files, and never from .dev.vars, in production", () => {
    const found = readEnvironment(dir, {}, "production");
    expect(found.files).toEqual(["wrangler.jsonc", ".env"]);
    expect(found.variables).toEqual({ A: "vars", B: "vars", C: "https://x/*" });
  });

  it("come from wrangler.json when both wrangler.json and wrangler.jsonc exist", () => {
    write("wrangler.json", '{ "vars": { "C": "json" } }');
    const found = readEnvironment(dir, {}, "development");
    expect([found.variables.C, found.sourceOf("C")]).toEqual(["json", "wrangler.json"]);
  });

  it.each(["", "{", "[]", '{ "vars": [] }', '{ "name": "a" }'])(
    "do not come from wrangler.json when the file contains %j",
    (text) => {
      write("wrangler.json", text);
      const found = readEnvironment(dir, {}, "development");
      expect(found.files).toEqual([".dev.vars", ".env"]);
    },
  );
});
