import { readEnvironment } from "@/env";
import { startWarnings } from "@/lib/backend/session-limits";

/**
 * If the environment is invalid, stop the server with one sentence instead of serving broken pages.
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
