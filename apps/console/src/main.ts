import { defineBackend } from "@dossier/backend-client";
import type { Database } from "@dossier/supabase/database.types";
import { readEnvironment } from "./env.js";
import { startServer } from "./server.js";

try {
  const { project, origin, port } = readEnvironment(process.env);
  const server = await startServer({
    backend: defineBackend<Database>(project),
    origin,
    port,
  });
  console.log(`Dossier console: ${server.address}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => server.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
