import { refuse } from "./project.js";
import type { Variables } from "./variables.js";

/**
 * Returns `NODE_ENV`, or undefined on a platform without `process`. Bundlers replace the exact text
 * `process.env.NODE_ENV`, so do not shorten it.
 */
function platformMode(): string | undefined {
  try {
    return process.env.NODE_ENV;
  } catch {
    return undefined;
  }
}

/**
 * How the app chose the local backend: explicitly (`chosen`), by running outside of production
 * (`implied`), or not yet (`later`). In production, the app must choose explicitly. Otherwise, an
 * app without variables would connect to its own machine. While Next builds, the app may choose
 * later.
 */
export type LocalChoice = "chosen" | "implied" | "later";

/**
 * Returns how the app chose the local backend.
 * @param variables variables that override the platform's
 * @throws TypeError if the app runs in production and does not choose the local backend explicitly
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
