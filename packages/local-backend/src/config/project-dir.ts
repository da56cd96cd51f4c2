import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LocalBackendError } from "./errors.ts";

export function requireProjectDir(dir: string): string {
  const projectDir = resolve(dir);
  if (existsSync(projectDir)) return projectDir;
  throw new LocalBackendError(
    "bad_option",
    `The folder ${projectDir} does not exist. Set dir (--dir) to the supabase folder of your project.`,
  );
}
