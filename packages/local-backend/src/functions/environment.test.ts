import { expect, it } from "vitest";
import { denoEnvironment, workerEnvironment } from "./environment.ts";

const SHELL = {
  DENO_AUTH_TOKENS: "secret@registry.example",
  DENO_DEPLOY_TOKEN: "ddp_secret",
  DENO_KV_ACCESS_TOKEN: "secret",
  GITHUB_TOKEN: "secret",
  DENO_DIR: "/cache",
};

it("lets the download of packages use the passwords of registries, but no other secret of the shell", () => {
  const environment = denoEnvironment(SHELL);
  expect(environment.DENO_AUTH_TOKENS).toBe(SHELL.DENO_AUTH_TOKENS);
  expect(environment.DENO_DIR).toBe("/cache");
  expect(Object.values(environment)).not.toContain("secret");
  expect(Object.values(environment)).not.toContain("ddp_secret");
});

it("gives a function no secret of the shell", () => {
  const environment = workerEnvironment(denoEnvironment(SHELL), "tcp:127.0.0.1:1");
  expect(JSON.stringify(environment)).not.toMatch(/secret/);
});
