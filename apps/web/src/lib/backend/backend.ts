import { defineBackend } from "@dossier/backend-client";
import type { Database } from "@dossier/supabase/database.types";
import { readEnvironment } from "@/env";

export const backend = defineBackend<Database>(readEnvironment().backend);

declare module "@dossier/backend-client" {
  interface Register {
    backend: typeof backend;
  }
}

/** Not a constant, because the configuration is unknown during the build. */
export function browserConfig(): { url: string; anonKey: string } {
  return { url: backend.url, anonKey: backend.anonKey };
}
