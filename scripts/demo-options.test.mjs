import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDemoOptions } from "./demo-options.mjs";
import { isNodeSupported } from "./toolchain.mjs";

test("without options, parseDemoOptions returns the default ports and the embedded backend", () => {
  assert.deepEqual(parseDemoOptions([], {}), {
    hosted: undefined,
    port: 3000,
    backendPort: 54_321,
    dataDir: undefined,
    fresh: false,
    isDev: false,
  });
});

test("parseDemoOptions reads the ports and the data directory from environment variables, and reads --fresh", () => {
  const env = { PORT: "4000", BACKEND_PORT: "4001", DOSSIER_DATA_DIR: "/data" };
  assert.deepEqual(parseDemoOptions(["--fresh"], env), {
    hosted: undefined,
    port: 4000,
    backendPort: 4001,
    dataDir: "/data",
    fresh: true,
    isDev: false,
  });
});

test("parseDemoOptions names an unknown option and lists the options --fresh and --dev", () => {
  assert.throws(
    () => parseDemoOptions(["--frsh"], {}),
    /Unknown option --frsh.*--fresh \(delete the data.*--dev /,
  );
});

test("parseDemoOptions names the variable with an invalid port", () => {
  for (const text of ["web", "0", "65536", "3000.5"]) {
    assert.throws(() => parseDemoOptions([], { BACKEND_PORT: text }), /BACKEND_PORT must be/);
  }
});

test("parseDemoOptions rejects the same port for both servers", () => {
  assert.throws(() => parseDemoOptions([], { PORT: "54321" }), /both 54321/);
});

test("isNodeSupported accepts only 22.18 and later, 24.11 and later, and 26 and later", () => {
  assert.deepEqual(
    ["v20.20.2", "v22.17.0", "v22.18.0", "v23.9.0", "v24.10.0", "v24.21.0", "v26.0.0"].map(
      isNodeSupported,
    ),
    [false, false, true, false, false, true, true],
  );
});

test("parseDemoOptions reads the backend's URL and key from environment variables with any known prefix", () => {
  for (const env of [
    { NEXT_PUBLIC_SUPABASE_URL: "https://a.example", NEXT_PUBLIC_SUPABASE_ANON_KEY: "k" },
    { SUPABASE_URL: "https://a.example", SUPABASE_PUBLISHABLE_KEY: "k" },
    { VITE_SUPABASE_URL: "https://a.example", VITE_SUPABASE_KEY: "k" },
  ]) {
    assert.deepEqual(parseDemoOptions([], env).hosted, { url: "https://a.example" });
  }
});

test("parseDemoOptions names the missing variable if only the URL or only the key is set", () => {
  assert.throws(
    () => parseDemoOptions([], { SUPABASE_URL: "https://a.example" }),
    /SUPABASE_URL is set, but its key is not.*NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, or unset SUPABASE_URL/,
  );
  assert.throws(
    () => parseDemoOptions([], { SUPABASE_ANON_KEY: "k" }),
    /SUPABASE_ANON_KEY is set, but its address is not.*NEXT_PUBLIC_SUPABASE_URL, or unset SUPABASE_ANON_KEY/,
  );
});

test("parseDemoOptions rejects an invalid URL", () => {
  for (const url of ["nonsense", "ftp://a.example"]) {
    assert.throws(
      () => parseDemoOptions([], { SUPABASE_URL: url, SUPABASE_ANON_KEY: "k" }),
      /http/,
    );
  }
});

test("parseDemoOptions reads --dev together with --fresh", () => {
  const { fresh, isDev } = parseDemoOptions(["--dev", "--fresh"], {});
  assert.deepEqual({ fresh, isDev }, { fresh: true, isDev: true });
});
