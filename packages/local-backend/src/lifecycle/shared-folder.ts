import { join } from "node:path";
import { LocalBackendError } from "../config/errors.ts";
import { contains, withoutLinks } from "../config/real-path.ts";

/**
 * The data directory and the functions folder must not contain each other. Otherwise, every
 * function could read the keys and the database, or `fresh` would delete the functions.
 */
export function refuseSharedFolder(
  dataDir: string,
  projectDir: string,
  advice = "choose a folder outside",
): void {
  const data = locate(dataDir);
  const functions = locate(join(projectDir, "functions"));
  if (contains(functions.path, data.path)) {
    throw new LocalBackendError(
      "data_directory_unusable",
      `The data directory ${data.name} is in ${functions.name}, whose files every function can read; ${advice}.`,
    );
  }
  if (contains(data.path, functions.path)) {
    throw new LocalBackendError(
      "data_directory_unusable",
      `The data directory ${data.name} contains ${functions.name}, which a fresh start deletes; choose another folder.`,
    );
  }
}

function locate(given: string): { path: string; name: string } {
  const path = withoutLinks(given);
  return { path, name: path === given ? given : `${given} (${path})` };
}
