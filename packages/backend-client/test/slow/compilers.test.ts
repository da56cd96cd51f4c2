import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const require = createRequire(import.meta.url);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function compile(compiler: string, [module, moduleResolution]: [string, string]) {
  // The files are inside the package, so that they can import the package by name, as users do.
  const project = here(`../../reports/types/${compiler}-${moduleResolution}`);
  mkdirSync(project, { recursive: true });
  cpSync(here("../types"), project, { recursive: true });
  const compilerOptions = {
    target: "ES2022",
    module,
    moduleResolution,
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const tsc = join(require.resolve(`${compiler}/package.json`), "../bin/tsc");
  const listed = [tsc, "-p", project, "--listFiles", "--pretty", "false"];
  const { stdout } = await promisify(execFile)(process.execPath, listed, {
    maxBuffer: 64 * 1024 * 1024,
    cwd: here("../.."),
  }).catch((failed: { stdout: string }) => failed);
  const lines = stdout.split("\n");
  return {
    errors: lines.filter((line) => /error TS/.test(line) && !line.includes("node_modules/")),
    files: lines.filter((line) => !/error TS|node_modules\//.test(line)).join("\n"),
  };
}

it.each<[string, [string, string]]>([
  ["typescript5", ["ESNext", "Bundler"]],
  ["typescript5", ["NodeNext", "NodeNext"]],
  ["typescript", ["ESNext", "Bundler"]],
  ["typescript", ["NodeNext", "NodeNext"]],
])(
  "the type tests and declarations compile with %s and %s, without types of Node",
  async (compiler, resolution) => {
    const { errors, files } = await compile(compiler, resolution);
    expect(errors).toEqual([]);
    for (const name of ["queries", "claims", "register", "service"])
      expect(files).toContain(`/${name}.ts`);
    for (const entry of ["", "server/", "service/", "next/", "browser/", "react/", "testing/"]) {
      expect(files).toContain(`/dist/${entry}index.d.ts`);
    }
  },
  120_000,
);
