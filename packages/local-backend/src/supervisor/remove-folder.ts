import { rmSync } from "node:fs";

/** A child process may still be closing a file in the folder. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
