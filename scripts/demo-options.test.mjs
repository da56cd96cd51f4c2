import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDemoOptions } from "./demo-options.mjs";
import { isNodeSupported } from "./toolchain.mjs";

test("without options the defaults apply", () => {
  assert.deepEqual(parseDemoOptions([], {}), {
    hosted: undefined,
    port: 3000,
    backendPort: 54_321,
    dataDir: undefined,
    fresh: false,
  });
});

test("variables and --fresh are read", () => {
  const env = { PORT: "4000", BACKEND_PORT: "4001", DOSSIER_DATA_DIR: "/data" };
  assert.deepEqual(parseDemoOptions(["--fresh"], env), {
    hosted: undefined,
    port: 4000,
    backendPort: 4001,
    dataDir: "/data",
    fresh: true,
  });
});

test("an unknown option is named, with what is known", () => {
  assert.throws(() => parseDemoOptions(["--frsh"], {}), /Unknown option --frsh.*--fresh/);
});

test("a port that is no port is refused by the name of its variable", () => {
  for (const text of ["web", "0", "65536", "3000.5"]) {
    assert.throws(() => parseDemoOptions([], { BACKEND_PORT: text }), /BACKEND_PORT must be/);
  }
});

test("one port cannot serve both", () => {
  assert.throws(() => parseDemoOptions([], { PORT: "54321" }), /both 54321/);
});

test("the running Node is used only where everything here runs on it", () => {
  assert.deepEqual(
    ["v20.20.2", "v22.17.0", "v22.18.0", "v23.9.0", "v24.10.0", "v24.21.0", "v26.0.0"].map(
      isNodeSupported,
    ),
    [false, false, true, false, false, true, true],
  );
});

test("both variables name the backend, under any of their names", () => {
  for (const env of [
    { NEXT_PUBLIC_SUPABASE_URL: "https://a.example", NEXT_PUBLIC_SUPABASE_ANON_KEY: "k" },
    { SUPABASE_URL: "https://a.example", SUPABASE_PUBLISHABLE_KEY: "k" },
  ]) {
    assert.deepEqual(parseDemoOptions([], env).hosted, { url: "https://a.example" });
  }
});

test("half a pair is refused by the name of what is missing", () => {
  assert.throws(
    () => parseDemoOptions([], { SUPABASE_URL: "https://a.example" }),
    /SUPABASE_URL is set without its key.*NEXT_PUBLIC_SUPABASE_ANON_KEY/,
  );
  assert.throws(
    () => parseDemoOptions([], { SUPABASE_ANON_KEY: "k" }),
    /SUPABASE_ANON_KEY is set without its address.*NEXT_PUBLIC_SUPABASE_URL/,
  );
});

test("an address that is none is refused", () => {
  for (const url of ["nonsense", "ftp://a.example"]) {
    assert.throws(
      () => parseDemoOptions([], { SUPABASE_URL: url, SUPABASE_ANON_KEY: "k" }),
      /http/,
    );
  }
});
