import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type ConfigOverrides, readConfig } from "./config.ts";
import { parseBytes, parseDurationSeconds } from "./config-schema.ts";

const projectDir = mkdtempSync(join(tmpdir(), "config-"));
afterAll(() => rmSync(projectDir, { recursive: true }));

function read(toml: string, overrides?: ConfigOverrides, environment = {}) {
  const warnings: string[] = [];
  writeFileSync(join(projectDir, "config.toml"), toml);
  const config = readConfig({
    projectDir,
    overrides,
    environment,
    warn: (line) => warnings.push(line),
  });
  return { config, warnings };
}

test("a missing file means the defaults of the Supabase CLI", () => {
  const config = readConfig({
    projectDir: join(projectDir, "none"),
    environment: {},
    warn: () => undefined,
  });
  expect(config.api.port).toBe(54321);
  expect(config.auth).toMatchObject({
    jwt_expiry: 3600,
    email: { otp_length: 6, max_frequency: 1 },
  });
  expect(config.storage.file_size_limit).toBe(50 * 1024 * 1024);
});

test("overrides are merged over the file, key by key; lists are replaced", () => {
  const { config } = read(
    '[auth]\njwt_expiry = 60\nsite_url = "http://a.test"\nadditional_redirect_urls = ["x", "y"]\n',
    { auth: { jwt_expiry: 5, additional_redirect_urls: ["z"] } },
  );
  expect(config.auth).toMatchObject({
    jwt_expiry: 5,
    site_url: "http://a.test",
    additional_redirect_urls: ["z"],
  });
});

test("env(NAME) is resolved anywhere, and a missing name is mentioned", () => {
  const toml = '[edge_runtime.secrets]\nA = "env(ONE)"\nB = "env(TWO)"\n';
  const { config, warnings } = read(toml, undefined, { ONE: "1" });
  expect(config.edge_runtime.secrets).toEqual({ A: "1", B: "" });
  expect(warnings).toEqual([expect.stringContaining("TWO")]);
});

test("an enabled key that is not offered is mentioned by name, a disabled one is not", () => {
  const { warnings } = read(
    "[auth.external.github]\nenabled = true\n[auth.external.apple]\nenabled = false\n" +
      "[storage.image_transformation]\nenabled = true\n",
  );
  expect(warnings).toEqual([
    expect.stringContaining("storage.image_transformation"),
    expect.stringContaining("auth.external.github"),
  ]);
});

test.each([
  ['[auth]\njwt_expiry = "soon"\n', "auth.jwt_expiry"],
  ['[storage]\nfile_size_limit = "large"\n', "storage.file_size_limit"],
  ["[auth\n", "not valid TOML"],
])("a value that cannot be used is an error that names it: %j", (toml, named) => {
  expect(() => read(toml)).toThrow(expect.objectContaining({ code: "bad_config" }));
  expect(() => read(toml)).toThrow(named);
});

test("durations and sizes are read as the Supabase CLI does", () => {
  expect(["1s", "1m30s", "24h", "500ms", "0"].map(parseDurationSeconds)).toEqual([
    1, 90, 86_400, 0.5, 0,
  ]);
  expect(["", "s", "1", "1d", "1s "].map(parseDurationSeconds)).toEqual(Array(5).fill(undefined));
  expect(["50MiB", "5MB", "1024", "1.5k", "x"].map(parseBytes)).toEqual([
    52_428_800,
    5_242_880,
    1024,
    1536,
    undefined,
  ]);
});
