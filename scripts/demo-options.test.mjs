import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDemoOptions } from "./demo-options.mjs";
import { isNodeSupported } from "./toolchain.mjs";

test("without options the defaults apply", () => {
  assert.deepEqual(parseDemoOptions([], {}), {
    port: 3000,
    backendPort: 54_321,
    dataDir: undefined,
    fresh: false,
  });
});

test("variables and --fresh are read", () => {
  const env = { PORT: "4000", BACKEND_PORT: "4001", DOSSIER_DATA_DIR: "/data" };
  assert.deepEqual(parseDemoOptions(["--fresh"], env), {
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
