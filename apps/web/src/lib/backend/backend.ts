import { defineBackend } from "@dossier/backend-client";
import type { Database } from "@dossier/supabase/database.types";
import { readEnvironment } from "@/env";

export const backend = defineBackend<Database>(readEnvironment().backend);

declare module "@dossier/backend-client" {
  interface Register {
    backend: typeof backend;
  }
}

/** The browser may know these two values: the address and the public key. */
export const browserConfig = { url: backend.url, anonKey: backend.anonKey };
