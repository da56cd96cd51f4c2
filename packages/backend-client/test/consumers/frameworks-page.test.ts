import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { FRAMEWORKS_PAGE, programsOf, readPages } from "../support/pages.js";
import { createProject, type Project } from "./package.js";

const database = fileURLToPath(new URL("../examples/database.types.ts", import.meta.url));

const FRAMEWORKS = [
  "@sveltejs/kit@3.2.0",
  "@tanstack/react-start@1.169.5",
  "@types/express@5.0.6",
  "astro@7.3.5",
  "express@5.3.0",
  "fastify@5.12.8",
  "hono@4.13.19",
  "react-router@8.4.0",
];
// The newest versions that all frameworks accept as peers.
const TOOLS = ["@types/node@24", "@types/react@19", "typescript@6.0.3"];

let project: Project;

beforeAll(async () => {
  project = await createProject(inject("tarball"), "frameworks-page", {
    with: [...FRAMEWORKS, ...TOOLS],
    folder: dirname(database),
  });
}, 300_000);
afterAll(() => project?.remove(), 60_000);

it("the programs of the page about frameworks compile with the packed SDK", async () => {
  const programs = programsOf(readPages().filter(({ path }) => path === FRAMEWORKS_PAGE));
  const text = [...programs.values()].join("\n");
  for (const name of ["express", "fastify", "hono", "@sveltejs/kit", "react-router", "astro"]) {
    expect(text).toMatch(new RegExp(`from "${name}["/]`));
  }
  expect(text).toContain('from "@tanstack/react-start"');
  for (const [name, program] of programs) {
    mkdirSync(dirname(join(project.dir, name)), { recursive: true });
    writeFileSync(join(project.dir, name), program);
  }
  cpSync(database, join(project.dir, "src/database.types.ts"));
  const compilerOptions = {
    target: "ES2023",
    module: "ESNext",
    moduleResolution: "Bundler",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const config = { compilerOptions, include: ["src/**/*", "app/**/*"] };
  writeFileSync(join(project.dir, "tsconfig.json"), JSON.stringify(config));
  expect(await project.run("node", "node_modules/typescript/bin/tsc", "-p", ".")).toBe("");
}, 120_000);
