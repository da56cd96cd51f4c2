import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { canFetchRuntimes, fetchRuntimes, nodeBinary } from "../../conformance/runtimes.js";
import { createProject, type Project } from "./package.js";

describe("doctor in the packed SDK", () => {
  let project: Project;

  beforeAll(async () => {
    project = await createProject(inject("tarball"), "node");
  }, 120_000);
  afterAll(() => project?.remove());

  it("runs with npx as @dossier/backend-client and as backend-client", async () => {
    for (const name of ["@dossier/backend-client", "backend-client"]) {
      expect(await project.run("npx", "--no", name, "doctor", "--help")).toContain("--guards DIR");
    }
  });

  it("reports a missing SUPABASE_URL, and names only documentation pages that are in the package", async () => {
    writeFileSync(join(project.dir, ".env"), "SUPABASE_PUBLISHABLE_KEY=sb_publishable_x\n");
    const attempt = project.run("npx", "--no", "@dossier/backend-client", "doctor", "--json");
    // If a check fails, the command exits with 1, and the message of the error contains the output.
    const output = await attempt.then(String, (error: Error) => error.message);
    const { ok, checks } = JSON.parse(output.slice(output.indexOf("{"))) as {
      ok: boolean;
      checks: { check: string; status: string; found: string; page?: string }[];
    };
    expect(ok).toBe(false);
    const failed = checks.filter(({ status }) => status === "fail");
    expect(failed.map(({ check }) => check)).toEqual(["variables"]);
    expect(failed[0]?.found).toContain("SUPABASE_URL is missing");
    for (const { page } of checks) {
      const [file] = page?.split("#") ?? [];
      if (file) expect(existsSync(join(project.dir, "node_modules", file)), file).toBe(true);
    }
  });

  it.skipIf(!canFetchRuntimes)("runs on the oldest supported Node", async () => {
    fetchRuntimes();
    const { path } = nodeBinary("node22");
    const bin = "node_modules/@dossier/backend-client/dist/doctor/cli.js";
    expect(await project.run(path, bin, "--help")).toContain("Usage: backend-client doctor");
  });
});
