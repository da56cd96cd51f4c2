import { readEnvironment } from "@/env";
import { startWarnings } from "./session-limits";

/**
 * Checks the environment when the server starts. If it is not valid, logs one sentence and stops
 * the server, because every page would be broken.
 */
export async function checkStart(): Promise<void> {
  try {
    await import("./backend");
    for (const warning of startWarnings(readEnvironment())) console.warn(warning);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
