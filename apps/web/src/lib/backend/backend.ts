import { defineBackend } from "@dossier/backend-client";
import type { Database } from "@dossier/supabase/database.types";
import { readEnvironment } from "@/env";

export const backend = defineBackend<Database>(readEnvironment().backend);

declare module "@dossier/backend-client" {
  interface Register {
    backend: typeof backend;
  }
}

/**
 * Returns the two values that the browser may know. It is a function, because the build has no
 * configuration.
 */
export function browserConfig(): { url: string; anonKey: string } {
  return { url: backend.url, anonKey: backend.anonKey };
}
