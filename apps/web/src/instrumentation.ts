import { readEnvironment } from "@/env";
import { startWarnings } from "@/lib/backend/session-limits";

/**
 * Checks the environment when the server starts. If it is not valid, logs one sentence and stops
 * the server, because every page would be broken.
 */
export async function register(): Promise<void> {
  try {
    await import("@/lib/backend/backend");
    for (const warning of startWarnings(readEnvironment())) console.warn(warning);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
