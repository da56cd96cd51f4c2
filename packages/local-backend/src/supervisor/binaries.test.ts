import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { findBinary } from "./binaries.ts";

const root = mkdtempSync(join(tmpdir(), "binaries-"));
afterAll(() => rmSync(root, { recursive: true }));

function folderWith(name: string, version: string, beside: readonly string[] = []): string {
  const folder = mkdtempSync(join(root, "bin-"));
  for (const file of [name, ...beside]) {
    writeFileSync(join(folder, file), `#!/bin/sh\necho '${version}'\n`);
    chmodSync(join(folder, file), 0o755);
  }
  return folder;
}

const onUnix = test.runIf(process.platform !== "win32");

onUnix.each([
  ["postgres", "postgres (PostgreSQL) 17.4", ["initdb"]],
  ["postgrest", "PostgREST 12.2.3", []],
  ["deno", "deno 2.9.0 (stable)", []],
] as const)("uses %s from PATH if its version is supported: %j", async (name, version, beside) => {
  const folder = folderWith(name, version, beside);
  const environment = { PATH: `${root}/none:${folder}` };
  expect(await findBinary(name, environment)).toEqual({ path: join(folder, name), source: "path" });
  const skipped = await findBinary(name, { ...environment, LOCAL_BACKEND_BINARIES: "npm" });
  expect(skipped.source).toBe("npm");
});

onUnix.each([
  ["postgres", "postgres (PostgreSQL) 16.9", ["initdb"]],
  ["postgres", "postgres (PostgreSQL) 17.4", []],
  ["postgrest", "PostgREST 12.0.1", []],
  ["deno", "deno 1.46.3", []],
  ["deno", "deno 2.8.3 (stable)", []],
  ["deno", "deno 3.0.0 (stable)", []],
] as const)(
  "ignores %s on PATH with the version %j (other programs in its folder: %j)",
  async (name, version, beside) => {
    const found = await findBinary(name, { PATH: folderWith(name, version, beside) });
    expect(found.source).toBe("npm");
  },
);

onUnix("ignores an npm shim on PATH", async () => {
  const folder = join(folderWith("deno", "deno 2.9.0"), "node_modules", ".bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "deno"), "#!/bin/sh\necho deno 2.9.0\n", { mode: 0o755 });
  expect((await findBinary("deno", { PATH: folder })).source).toBe("npm");
});

onUnix(
  "prefers the program that an environment variable names, even with an unsupported version",
  async () => {
    const path = join(folderWith("postgrest", "PostgREST 9"), "postgrest");
    const environment = { LOCAL_BACKEND_POSTGREST: path, LOCAL_BACKEND_BINARIES: "npm" };
    expect(await findBinary("postgrest", environment)).toEqual({ path, source: "environment" });
    const missing = { LOCAL_BACKEND_POSTGREST: join(dirname(path), "none") };
    await expect(findBinary("postgrest", missing)).rejects.toMatchObject({
      code: "binary_missing",
      message: expect.stringMatching(
        /none is not an executable file\. Set LOCAL_BACKEND_POSTGREST/,
      ),
    });
  },
);

test.each(["postgres", "postgrest", "deno"] as const)(
  "reports the environment variable to set if no %s exists for the platform",
  async (name) => {
    const platform = vi.spyOn(process, "platform", "get").mockReturnValue("freebsd");
    try {
      await expect(findBinary(name, { PATH: "" })).rejects.toMatchObject({
        code: "binary_missing",
        message: expect.stringMatching(
          new RegExp(
            `^No usable ${name} was found: npm has none for freebsd .*, and none is on PATH\\. Set LOCAL_BACKEND_`,
          ),
        ),
      });
    } finally {
      platform.mockRestore();
    }
  },
);
