import { expect, it } from "vitest";
import { denoEnvironment, workerEnvironment } from "./environment.ts";

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
