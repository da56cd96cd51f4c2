import { defineBackend } from "@dossier/backend-client";
import { useBackend, useSession } from "@dossier/backend-client/react";
import { buildSession } from "@dossier/backend-client/testing";
import type { Database } from "./database.js";
import { same } from "./same.js";

const backend = defineBackend<Database, { app_role: "owner" | "staff" }>();

declare module "@dossier/backend-client" {
  interface Register {
    backend: typeof backend;
  }
}

type Role = "owner" | "staff" | undefined;

export function useTypesOfTheRegisteredBackend(): void {
  const client = useBackend();
  client.db.from("requests").select("id");
  // @ts-expect-error: there is no such table
  client.db.from("nothing");
  const session = useSession();
  if (session.status === "authenticated") same<Role>()(session.claims.app_role);
  const held = client.session.get();
  if (held?.status === "authenticated") same<Role>()(held.claims.app_role);
  same<Role>()(buildSession({ app_role: "owner" }).claims.app_role);
}

export function useTypeArgumentsInstead(): void {
  useBackend<{ public: { Tables: Record<never, never> } }>();
  const session = useSession<{ plan: "pro" }>();
  if (session.status === "authenticated") same<"pro" | undefined>()(session.claims.plan);
}
