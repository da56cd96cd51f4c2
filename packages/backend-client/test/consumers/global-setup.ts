import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packPackage } from "./package.js";

declare module "vitest" {
  interface ProvidedContext {
    tarball: string;
  }
}

/** Packs the SDK, unless `PACKED_SDK` contains the path of a release's tarball. */
export default async function setup(project: TestProject): Promise<() => void> {
  const given = process.env.PACKED_SDK;
  if (given) {
    project.provide("tarball", given);
    return () => undefined;
  }
  const directory = mkdtempSync(join(tmpdir(), "backend-client-pack-"));
  project.provide("tarball", await packPackage(directory));
  return () => rmSync(directory, { recursive: true, force: true });
}
