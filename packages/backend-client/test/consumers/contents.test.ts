import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createProject, type Project } from "./package.js";

const MEGABYTE = 1_000_000;

describe("the contents of the tarball", () => {
  let project: Project;
  let folder: string;
  const files = (pattern: string) => globSync(pattern, { cwd: folder });

  beforeAll(async () => {
    project = await createProject(inject("tarball"), "node");
    folder = join(project.dir, "node_modules/@dossier/backend-client");
  }, 120_000);
  afterAll(() => project?.remove());

  // docs/decisions/073 of the repository explains this limit.
  it("are at most 2.5 MB", () => {
    const sizes = files("**/*").map((file) => statSync(join(folder, file)));
    const bytes = sizes.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    expect(bytes).toBeGreaterThan(MEGABYTE / 2);
    expect(bytes).toBeLessThanOrEqual(2.5 * MEGABYTE);
  });

  it("include the sources without tests, and source maps that point to the sources", () => {
    expect(files("src/server/session-server.ts")).toHaveLength(1);
    expect(files("src/**/*.{test,test-d}.*")).toEqual([]);
    const maps = files("dist/**/*.map");
    expect(maps.length).toBeGreaterThan(50);
    for (const map of maps) {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, map), "utf8"));
      expect(sourcesContent, map).toBeUndefined();
      for (const source of sources as string[]) {
        expect(statSync(join(folder, map, "..", source)).isFile(), `${map}: ${source}`).toBe(true);
      }
    }
  });

  it("include an error's page at the path in the error's `docs`", async () => {
    const program = `
      import { readFileSync } from "node:fs";
      import { BackendError } from "@dossier/backend-client";
      const { docs } = new BackendError({ kind: "network", code: "timeout", message: "" });
      console.log(readFileSync(new URL(import.meta.resolve(docs)), "utf8").split("\\n")[0]);`;
    const line = await project.run("node", "--input-type=module", "--eval", program);
    expect(line.trim()).toBe("# timeout");
  });

  it("pass a dry run of npm publish", async () => {
    const flags = ["--dry-run", "--provenance=false", "--tag=rc", "--json"];
    const answer = await project.run("npm", "publish", ...flags, inject("tarball"));
    expect(answer).toContain('"name": "@dossier/backend-client"');
  });
});
