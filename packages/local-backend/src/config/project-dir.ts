import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { LocalBackendError } from "./errors.ts";

/**
 * Returns the absolute path of the `supabase/` folder.
 * @throws LocalBackendError `bad_option` if the folder does not exist
 */
export function requireProjectDir(dir: string): string {
  const projectDir = resolve(dir);
  if (existsSync(projectDir)) return projectDir;
  throw new LocalBackendError(
    "bad_option",
    `The folder ${projectDir} does not exist. Set dir (--dir) to the supabase folder of your project.`,
  );
}
