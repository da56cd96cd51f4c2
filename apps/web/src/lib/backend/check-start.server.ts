import { readEnvironment } from "@/env";
import { startWarnings } from "./session-limits";

/** Stops the server if the environment is invalid, because no page would work. */
export async function checkStart(): Promise<void> {
  try {
    await import("./backend");
    for (const warning of startWarnings(readEnvironment())) console.warn(warning);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
