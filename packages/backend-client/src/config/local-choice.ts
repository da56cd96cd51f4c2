import { refuse } from "./project.js";
import type { Variables } from "./variables.js";

/** Written out, because bundlers replace this name. Undefined where there is no `process`. */
function platformMode(): string | undefined {
  try {
    return process.env.NODE_ENV;
  } catch {
    return undefined;
  }
}

/**
 * The local backend must be chosen in production, where a forgotten variable would otherwise connect
 * an app to its own machine. While Next builds, the choice can wait.
 */
export type LocalChoice = "chosen" | "implied" | "later";

/**
 * @param variables they count before those of the platform
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
