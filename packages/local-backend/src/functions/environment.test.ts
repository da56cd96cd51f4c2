import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { denoEnvironment, functionEnvironment, workerEnvironment } from "./environment.ts";

const SHELL = {
  DENO_AUTH_TOKENS: "secret@registry.example",
  DENO_DEPLOY_TOKEN: "ddp_secret",
  DENO_KV_ACCESS_TOKEN: "secret",
  GITHUB_TOKEN: "secret",
  DENO_DIR: "/cache",
};

it("passes the shell's registry passwords to the download of packages, but no other secret", () => {
  const environment = denoEnvironment(SHELL);
  expect(environment.DENO_AUTH_TOKENS).toBe(SHELL.DENO_AUTH_TOKENS);
  expect(environment.DENO_DIR).toBe("/cache");
  expect(Object.values(environment)).not.toContain("secret");
  expect(Object.values(environment)).not.toContain("ddp_secret");
});

it("does not pass the shell's secrets to a function", () => {
  const environment = workerEnvironment(denoEnvironment(SHELL), "tcp:127.0.0.1:1");
  expect(JSON.stringify(environment)).not.toMatch(/secret/);
});

it("warns about a variable with a reserved name in config.toml or functions/.env, and ignores it", async () => {
  const projectDir = mkdtempSync(join(tmpdir(), "function-environment-"));
  onTestFinished(() => rmSync(projectDir, { recursive: true, force: true }));
  mkdirSync(join(projectDir, "functions"));
  writeFileSync(join(projectDir, "functions", ".env"), "SUPABASE_URL=elsewhere\nOWN=env\n");
  const context = {
    projectDir,
    config: {
      auth: { site_url: "http://site.example" },
      edge_runtime: { secrets: { SUPABASE_SERVICE_ROLE_KEY: "other", OWN: "toml", MORE: "toml" } },
    },
    keys: { anon: "anon", serviceRole: "service", publishable: "publishable", secret: "secret" },
    tokens: { publicKeys: () => ({ keys: [] }), signInternal: async () => "token" },
    urls: { api: "http://api.example", db: "postgres://db", mailbox: "http://mailbox.example" },
  } as unknown as Parameters<typeof functionEnvironment>[0];
  const warned: string[] = [];
  const environment = await functionEnvironment(context, (line) => warned.push(line));
  expect(environment).toMatchObject({
    SUPABASE_URL: "http://api.example",
    SUPABASE_SERVICE_ROLE_KEY: "service",
    OWN: "env",
    MORE: "toml",
  });
  const reason = "is ignored, because names that begin with SUPABASE_ are reserved";
  expect(warned).toEqual([
    `config.toml: edge_runtime.secrets.SUPABASE_SERVICE_ROLE_KEY ${reason}`,
    `functions/.env: SUPABASE_URL ${reason}`,
  ]);
});
