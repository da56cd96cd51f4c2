import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createProject, type Project } from "./package.js";

const require = createRequire(import.meta.url);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const version = (name: string): string => `${name}@${require(`${name}/package.json`).version}`;

function filesOf(page: string): [string, string][] {
  const text = readFileSync(here(`../../docs/${page}`), "utf8");
  const programs = [...text.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, program = ""]) => program);
  return programs.flatMap((program) => {
    const parts = program.split(/^\/\/ ([\w@./[\]-]+\.m?tsx?)(?::.*)?\n/m).slice(1);
    return parts.flatMap((name, at): [string, string][] =>
      at % 2 === 0 ? [[name, parts[at + 1] ?? ""]] : [],
    );
  });
}

const JSDOM = "jsdom@31.0.1";

const WANTED = /^(?:lib\/|app\/(?:o|requests)\/|app\/requests\.test\.tsx|vitest\.config\.mts)/;

describe("the test kit in a Next app outside the workspace", () => {
  let project: Project;

  beforeAll(async () => {
    project = await createProject(inject("tarball"), "testing", {
      with: [...["next", "react", "react-dom", "vitest"].map(version), JSDOM],
    });
    for (const [name, text] of [...filesOf("next.md"), ...filesOf("testing.md")]) {
      if (!WANTED.test(name)) continue;
      const file = join(project.dir, name);
      mkdirSync(dirname(file), { recursive: true });
      // `wx` fails the test if the pages contain two programs with the same file name.
      writeFileSync(file, text, { flag: "wx" });
    }
    const types = join(project.dir, "lib/database.types.ts");
    cpSync(here("../examples/database.types.ts"), types);
  }, 180_000);
  afterAll(() => project?.remove(), 60_000);

  async function passedTests(file: string, ...more: string[]): Promise<number> {
    const report = join(project.dir, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    await project.run("npx", "vitest", "run", ...reporters, ...more, file);
    return JSON.parse(readFileSync(report, "utf8")).numPassedTests;
  }

  it("passes the tests of the page about testing when only the plugin is configured", async () => {
    expect(await passedTests("app/requests.test.tsx")).toBe(2);
  }, 120_000);

  it.each([
    ["node", []],
    ["a simulated browser", ["--environment=jsdom"]],
  ])(
    "runs server components, handlers and the proxy in %s",
    async (_name, environment) => {
      expect(await passedTests("kit.test.tsx", ...environment)).toBe(5);
    },
    120_000,
  );

  it("names the plugin in the error when the plugin is missing", async () => {
    const config = join(project.dir, "vitest.bare.config.ts");
    const alias = 'resolve: { alias: { "@": import.meta.dirname } }';
    writeFileSync(config, `export default { ${alias} };`);
    await expect(passedTests("app/requests.test.tsx", "--config", config)).rejects.toThrow(
      "add nextTesting() from @dossier/backend-client/testing/vitest to the plugins",
    );
  }, 120_000);
});
