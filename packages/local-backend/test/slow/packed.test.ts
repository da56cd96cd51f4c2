import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const PROJECT = join(PACKAGE, "test", "projects", "workspace", "supabase");
const root = mkdtempSync(join(tmpdir(), "packed-"));

const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      (!name.startsWith("npm_") || /^npm_config_(registry|cache|cafile|.*proxy)$/i.test(name)) &&
      !/^(NODE_ENV|VITEST)/.test(name),
  ),
);

beforeAll(async () => {
  const packed = await run("pnpm", ["pack", "--json", "--pack-destination", root], {
    cwd: PACKAGE,
  });
  const { filename } = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("{")));
  writeFileSync(join(root, "package.json"), JSON.stringify({ private: true }));
  cpSync(PROJECT, join(root, "supabase"), { recursive: true });
  // Block install scripts, as more and more package managers do. Do not add `--prefer-offline`,
  // because npm's cache may lack a required version.
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const packages = [filename, "@supabase/supabase-js@^2.119.0"];
  await run("npm", ["install", ...flags, ...packages], { cwd: root, env: environment });
  // Build into the installed package. The `dist` folder of the workspace may be outdated or in use.
  const installed = join(root, "node_modules", "@dossier", "local-backend", "dist");
  await run("pnpm", ["exec", "tsup", "--out-dir", installed, "--onSuccess", "true"], {
    cwd: PACKAGE,
  });
}, 240_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("npx starts the packed package in a folder whose only project files are in supabase/", {
  timeout: 60_000,
}, async () => {
  const args = ["@dossier/local-backend", "start", "--port", "0", "--db-port", "0", "--json"];
  const command = spawn("npx", ["--no", ...args], { cwd: root, env: environment });
  let printed = "";
  let said = "";
  command.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  command.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(command, "close");
  try {
    const ready = expect.poll(() => printed.includes("\n"), { timeout: 50_000 }).toBe(true);
    await Promise.race([ready, ended.then(() => Promise.reject(new Error(said)))]);
    const { urls, keys } = JSON.parse(printed);
    const client = createClient(urls.api, keys.publishable);
    const { data } = await client.from("profiles").select("full_name").order("full_name");
    expect(data).toEqual(["User 1", "User 2", "User 3"].map((full_name) => ({ full_name })));
    expect(existsSync(join(root, "supabase", ".local", "keys.json"))).toBe(true);
  } finally {
    await run("npx", ["--no", "@dossier/local-backend", "stop"], { cwd: root, env: environment });
    await ended;
  }
  const own = said.split("\n").filter((line) => line !== "" && !line.startsWith("npm "));
  expect(own).toEqual([expect.stringContaining("For development, demos and tests only")]);
});

test("the README's example program runs in Node and reads a table of the test project", {
  timeout: 60_000,
}, async () => {
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const program = /```ts\n([^`]*startLocalBackend[^`]*)```/.exec(readme)?.[1] ?? "";
  expect(program).toContain('from("notes")');
  const asked = program.replace("notes", "profiles");
  writeFileSync(join(root, "readme.mts"), `${asked}console.log(error, data?.length);\n`);
  const { stdout } = await run(process.execPath, ["readme.mts"], { cwd: root, env: environment });
  expect(stdout.trim()).toBe("null 3");
});
