import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createProject, type Project } from "./package.js";

const require = createRequire(import.meta.url);
const installed = (name: string): string => `${name}@${require(`${name}/package.json`).version}`;

/** The build fails because of a missing file, whose path names the SDK entry and the cause. */
const REFUSAL = /resolve '?"?\.\/@dossier\/backend-client\/service-is-for-servers-only/i;

describe("./service of the packed SDK", () => {
  describe("with a bundler", () => {
    let project: Project;
    beforeAll(async () => {
      const bundlers = [installed("esbuild"), "vite@8.3.8", "webpack@5.113.0"];
      project = await createProject(inject("tarball"), "bundlers", { with: bundlers });
    }, 180_000);
    afterAll(() => project?.remove(), 60_000);

    const BUNDLERS = [
      ["esbuild", "esbuild/server.mjs"],
      ["vite", "vite/server.js"],
      ["webpack", "webpack/server.mjs"],
    ] as const;

    it.each(BUNDLERS)("fails the build of browser code and names the entry: %s", async (name) => {
      await expect(project.run("node", `${name}.mjs`, "client")).rejects.toThrow(REFUSAL);
    });

    it.each(BUNDLERS)(
      "runs in a bundle for a server, and returns `unreachable` if the service is down: %s",
      async (name, file) => {
        await project.run("node", `${name}.mjs`, "server");
        expect(JSON.parse(await project.run("node", file))).toEqual({
          code: "unreachable",
          caller: "job",
        });
      },
    );
  });

  describe("in a Next app", () => {
    let project: Project;
    beforeAll(async () => {
      const frameworks = ["next", "react", "react-dom"].map(installed);
      project = await createProject(inject("tarball"), "next-service", { with: frameworks });
    }, 180_000);
    afterAll(() => project?.remove(), 60_000);

    const build = () => project.run("node", "node_modules/next/dist/bin/next", "build");

    it("can be imported in a page, a Node route and an edge route, and the build needs no secret key", async () => {
      expect(await build()).toMatch(/\/edge/);
    }, 240_000);

    it("fails the build of a client component that imports it, with an error that names the entry", async () => {
      const part = join(project.dir, "app/part.js");
      const source = readFileSync(part, "utf8");
      writeFileSync(part, `"use client";\n${source}`);
      try {
        await expect(build()).rejects.toThrow(REFUSAL);
      } finally {
        writeFileSync(part, source);
      }
    }, 240_000);
  });
});
