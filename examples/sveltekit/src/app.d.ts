// integration: begin
import type { Scope } from "@dossier/backend-client/server";
import type { Database } from "#lib/database.types.ts";

declare global {
  namespace App {
    interface Locals {
      scope: Scope<Database>;
    }
  }
}
// integration: end
