import { rmSync } from "node:fs";

/** Retries, because a child process may still be closing a file in the folder. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
