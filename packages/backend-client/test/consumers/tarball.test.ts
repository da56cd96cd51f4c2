import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { LocalBackend } from "@dossier/local-backend";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MIA, openBackend } from "./backend.js";
import { createProject, type Project } from "./package.js";

const require = createRequire(import.meta.url);

describe("the packed SDK in an empty project", () => {
  let project: Project;

  beforeAll(async () => {
    project = await createProject(inject("tarball"), "node");
  }, 120_000);
  afterAll(() => project?.remove());

  it("installs neither React nor Next nor OpenTelemetry", async () => {
    for (const name of ["react", "next", "@opentelemetry/api"]) {
      await expect(
        project.run("node", "--eval", `import.meta.resolve("${name}")`, "--input-type=module"),
      ).rejects.toThrow("ERR_MODULE_NOT_FOUND");
    }
  });

  it("in plain Node, loads every entry that needs neither React, Next nor OpenTelemetry", async () => {
    const left = ["./next", "./react", "./otel", "./testing/next"];
    const names = JSON.parse(await project.run("node", "load.mjs", ...left));
    const { exports } = require("../../package.json") as { exports: Record<string, unknown> };
    const expected = Object.keys(exports).filter(
      (entry) => !/^\.\/(package\.json|docs\/)/.test(entry) && !left.includes(entry),
    );
    expect(Object.keys(names)).toEqual(expected);
    expect(names["."]).toContain("defineBackend");
    expect(names["./server"]).toEqual(expect.arrayContaining(["createSessionServer", "safeNext"]));
    expect(names["./browser"]).toEqual(["createBrowserBackend"]);
  });

  it("runs the example of the page about testing in plain Node", async () => {
    const page = readFileSync(new URL("../../docs/testing.md", import.meta.url), "utf8");
    const example = /^```ts$(.*?)^```$/ms.exec(page)?.[1] ?? "";
    expect(example).toContain("// session.test.ts");
    writeFileSync(join(project.dir, "testing.mjs"), example);
    await project.run("node", "testing.mjs");
  });

  describe("with a backend", () => {
    let backend: LocalBackend;
    beforeAll(async () => {
      backend = await openBackend();
    }, 120_000);
    afterAll(() => backend?.stop());

    it("signs in, reads a row and signs out in a plain Node script", async () => {
      const { urls, keys } = backend;
      const args = [urls.api, keys.publishable, MIA.email, MIA.password];
      expect(JSON.parse(await project.run("node", "session.mjs", ...args))).toEqual({
        before: "unauthenticated",
        wrong: ["invalid_credentials", true, true],
        answer: [303, "private, no-store"],
        after: ["authenticated", MIA.email],
        rows: [{ body: "from a plain script" }],
        out: [200, "unauthenticated"],
        refused: "session_missing",
      });
    });
  });

  it("compiles with a consumer's strict TypeScript settings", async () => {
    writeFileSync(
      join(project.dir, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          module: "ESNext",
          moduleResolution: "Bundler",
          lib: ["ES2022", "DOM", "DOM.Iterable"],
          strict: true,
          noEmit: true,
          // Without this option, the declarations of auth-js fail to compile.
          skipLibCheck: true,
          types: [],
        },
        files: ["types.ts"],
      }),
    );
    const compiler = join(require.resolve("typescript/package.json"), "../bin/tsc");
    expect(await project.run("node", compiler, "--project", project.dir)).toBe("");
  });

  it("has a browser bundle without auth-js, supabase-js, @supabase/ssr or jose", async () => {
    const { metafile, warnings } = await build({
      stdin: {
        contents: readFileSync(new URL("browser/entry.js", import.meta.url), "utf8"),
        resolveDir: project.dir,
      },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "browser",
      outdir: join(project.dir, "bundle"),
      metafile: true,
      logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    const packages = new Set(
      Object.keys(metafile.inputs).flatMap(
        (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
      ),
    );
    expect(packages).toContain("@dossier/backend-client");
    for (const name of ["@supabase/auth-js", "@supabase/ssr", "@supabase/supabase-js", "jose"]) {
      expect(packages, name).not.toContain(name);
    }
  });
});
