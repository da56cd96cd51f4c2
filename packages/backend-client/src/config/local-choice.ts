import { refuse } from "./project.js";
import type { Variables } from "./variables.js";

/**
 * Bundlers replace this exact name, so do not shorten it. Undefined on a platform without
 * `process`.
 */
function platformMode(): string | undefined {
  try {
    return process.env.NODE_ENV;
  } catch {
    return undefined;
  }
}

/**
 * In production the app must choose the local backend. Otherwise a forgotten variable would connect
 * the app to its own machine. While Next builds, the choice can wait.
 */
export type LocalChoice = "chosen" | "implied" | "later";

/**
 * Returns how the app chose the local backend.
 * @param variables variables that override the platform's
 * @throws TypeError if the choice is missing
 */
export function chooseLocal(variables: Variables = {}): LocalChoice {
  const read = (name: string) => variables[name] ?? globalThis.process?.env?.[name];
  if (read("SUPABASE_LOCAL")?.trim() === "1") return "chosen";
  if ((variables.NODE_ENV ?? platformMode()) !== "production") return "implied";
  return read("NEXT_PHASE") === "phase-production-build" ? "later" : refuseMissing();
}

export function refuseMissing(): never {
  return refuse(
    "NEXT_PUBLIC_SUPABASE_URL",
    "is missing; set it, or set SUPABASE_LOCAL=1 (or pass { local: true }) to use the local backend",
  );
}
