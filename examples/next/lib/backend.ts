// integration: begin
import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createNextBackend } from "@dossier/backend-client/next";
import type { Database } from "@/lib/database.types";

const backend = defineBackend<Database>(configFromEnvironment(process.env));

export const { proxy, handlers, clientState, page, guestAction, getSession, getBackend } =
  createNextBackend(backend, { protect: ["/notes", "/stream"] });
// integration: end
