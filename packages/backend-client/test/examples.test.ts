import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { publicSymbols } from "./support/declarations.js";

const require = createRequire(import.meta.url);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Inside the package, so that examples import it by its own name, as its users do. */
const project = here("../reports/examples");

function write(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The README's programs; a line `// lib/backend.ts` begins a file of that name. */
function readmeFiles(): Map<string, string> {
  const readme = readFileSync(here("../README.md"), "utf8");
  const files = new Map<string, string>();
  for (const [index, [, kind, program = ""]] of [
    ...readme.matchAll(/^```(tsx?)\n(.*?)^```$/gms),
  ].entries()) {
    const parts = program.split(/^\/\/ ([\w@./[\]-]+\.tsx?)(?::.*)?\n/m);
    if (parts[0]?.trim()) files.set(`program-${index + 1}.${kind}`, parts[0]);
    for (let at = 1; at < parts.length; at += 2) files.set(parts[at] ?? "", parts[at + 1] ?? "");
  }
  return files;
}

/** Examples of the docstrings, each a module of its own that knows every export. */
function docstringFiles(): Map<string, string> {
  const symbols = publicSymbols(here(".."));
  const byName = new Map(symbols.map(({ name, entry }) => [name, entry]));
  const imports = [...byName]
    .map(([name, entry]) => `import { ${name} } from "@dossier/backend-client${entry.slice(1)}";`)
    .join("\n");
  const files = new Map<string, string>();
  for (const symbol of symbols) {
    for (const owner of [symbol, ...symbol.members]) {
      const name = owner === symbol ? symbol.name : `${symbol.name}.${owner.name}`;
      for (const [index, example] of owner.examples.entries()) {
        const isModule = /^export /m.test(example);
        const body = isModule ? example : `export async function example() {\n${example}\n}`;
        files.set(`${name}-${index}.tsx`, `${imports}\n${body}\n`);
      }
    }
  }
  return files;
}

it("every example of README and docstrings compiles against the built package", async () => {
  rmSync(project, { recursive: true, force: true });
  const readme = readmeFiles();
  const docstrings = docstringFiles();
  // Enough to notice when the extraction finds nothing any more.
  expect(readme.size).toBeGreaterThanOrEqual(10);
  expect(docstrings.size).toBeGreaterThanOrEqual(15);
  for (const [name, text] of readme) write(`readme/${name}`, text);
  for (const [name, text] of docstrings) write(`docstrings/${name}`, text);
  cpSync(here("examples/database.types.ts"), join(project, "readme/lib/database.types.ts"));
  cpSync(here("examples/scene.d.ts"), join(project, "scene.d.ts"));
  const compilerOptions = {
    target: "ES2023",
    module: "ESNext",
    moduleResolution: "Bundler",
    moduleDetection: "force",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    jsx: "react-jsx",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { "@/*": ["./readme/*"] },
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*"] }));
  const tsc = join(require.resolve("typescript/package.json"), "../bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", project]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe("");
}, 120_000);
