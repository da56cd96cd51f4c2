import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { publicSymbols } from "../support/declarations.js";
import { FRAMEWORKS_PAGE, type Page, programsOf, readPages } from "../support/pages.js";

const require = createRequire(import.meta.url);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/**
 * The examples are inside the package, so that they can import the package by name, as users do.
 */
const project = here("../../reports/examples");

function write(path: string, program: string): string {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, program);
  return file;
}

function docstringFiles(): Map<string, string> {
  const symbols = publicSymbols(here("../.."));
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

const isApp = ({ path }: Page) => path === "docs/next.md";
// `programsOf` keeps the name of the first file with a given name. docs/next.md comes first,
// because other pages import its files.
const programs = programsOf(
  readPages()
    .filter(({ path }) => path !== FRAMEWORKS_PAGE)
    .toSorted((a, b) => Number(isApp(b)) - Number(isApp(a))),
);

beforeAll(() => {
  rmSync(project, { recursive: true, force: true });
  for (const [name, program] of programs) write(`pages/${name}`, program);
});

it("every example in the docstrings, the README and the pages in docs/, except the frameworks page, compiles against the built package", async () => {
  const docstrings = docstringFiles();
  expect(programs.size).toBeGreaterThanOrEqual(10);
  expect(docstrings.size).toBeGreaterThanOrEqual(15);
  expect([...programs.keys()].filter((name) => name.endsWith("proxy.ts"))).toHaveLength(3);
  for (const [name, program] of docstrings) write(`docstrings/${name}`, program);
  cpSync(here("../examples/database.types.ts"), join(project, "pages/lib/database.types.ts"));
  cpSync(here("../examples/scene.d.ts"), join(project, "scene.d.ts"));
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
    paths: {
      "@/*": ["./pages/*"],
      // `@playwright/test` is not a dependency of this package.
      "@playwright/test": [join(dirname(require.resolve("playwright/package.json")), "test")],
    },
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*"] }));
  const tsc = join(require.resolve("typescript/package.json"), "../bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", project]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toBe("");
}, 120_000);

function programWith(part: string): string {
  const found = [...programs.values()].filter((program) => program.includes(part));
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

it("the README's first program has at most 20 lines, and responds with 200 even to requests with a malformed target", async () => {
  const program = programWith("createServer(async");
  expect(program.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(20);
  const listen = '.listen(8080, "127.0.0.1");';
  expect(program).toContain(listen);
  const free = '.listen(0, "127.0.0.1", function () { console.log(this.address().port); });';
  const file = write("run/server.ts", program.replace(listen, free));
  const server = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const port = Number(line.toString());
    const ask = async (start: string): Promise<string> => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`${start} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
      return text(socket);
    };
    const strange = ["OPTIONS *", "GET //", "GET http://a:b@[", "GET /%", "GET http://x:99999/"];
    for (const start of ["GET /", ...strange]) {
      expect(await ask(start), start).toMatch(/^HTTP\/1\.1 200 .*unauthenticated/s);
    }
    const response = await fetch(`http://127.0.0.1:${port}/page?x=1`);
    expect([response.status, await response.text()]).toEqual([200, "unauthenticated"]);
    const wrong = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "no JSON" });
    expect(await wrong.text()).toBe("unauthenticated");
  } finally {
    server.kill();
  }
});

it("the test program in the documentation page about testing passes", async () => {
  const program = programs.get("session.test.ts") ?? "";
  expect(program.match(/assert\./g)).toHaveLength(3);
  await promisify(execFile)(process.execPath, [write("run/testing.ts", program)]);
});

it("the memory server in the documentation page about testing starts, and its account can sign in", async () => {
  const file = write("run/memory-server.ts", programs.get("memory-server.ts") ?? "");
  const server = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [printed] = (await once(server.stdout, "data")) as [Buffer];
    const [, url, key] =
      /^SUPABASE_URL=(\S+)\nSUPABASE_PUBLISHABLE_KEY=(\S+)$/m.exec(printed.toString()) ?? [];
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: key ?? "", "content-type": "application/json" },
      body: JSON.stringify({ email: "mia@example.org", password: "correct horse" }),
    });
    expect(response.status).toBe(200);
  } finally {
    server.kill();
  }
});
