import { refuse } from "./project.js";
import type { Variables } from "./variables.js";

/** Bundlers replace the exact text `process.env.NODE_ENV`, so do not shorten it. */
function platformMode(): string | undefined {
  try {
    return process.env.NODE_ENV;
  } catch {
    return undefined;
  }
}

/**
 * Without variables, an app in production would silently use a backend on its own machine, so the
 * app must choose the local backend explicitly. During a Next build, the choice may stay open.
 */
export type LocalChoice = "chosen" | "implied" | "later";

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
