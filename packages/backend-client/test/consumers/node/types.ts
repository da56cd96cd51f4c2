// This file never runs. It is compiled with a consumer's strict settings.
import { type BackendError, defineBackend, type Session, unwrap } from "@dossier/backend-client";
import { createBrowserBackend } from "@dossier/backend-client/browser";
import { openTelemetry } from "@dossier/backend-client/otel";
import { createSessionServer } from "@dossier/backend-client/server";
import { createServiceClient, serviceCaller } from "@dossier/backend-client/service";

interface Database {
  public: {
    Tables: {
      notes: {
        Row: { id: number; body: string };
        Insert: { body: string };
        Update: { body?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
}

const backend = defineBackend<Database>();
const sessions = createSessionServer(backend, {
  hooks: {
    async allowSignIn({ scope, claims }) {
      const { data } = await scope.db
        .from("notes")
        .select("id")
        .eq("body", claims.sub)
        .maybeSingle();
      return data ? true : { refuse: "not_a_member" };
    },
    serviceFault: ({ operation, error, breaker }) => [operation, error.code, breaker],
  },
  // Compiles without OpenTelemetry, because no declaration of the SDK refers to it.
  telemetry: openTelemetry(),
});

export async function listNotes(request: Request): Promise<string[]> {
  const scope = sessions.open(request);
  const rows = unwrap(await scope.db.from("notes").select("id, body"));
  const first: number | undefined = rows[0]?.id;
  // @ts-expect-error the table is not in the project's types
  scope.db.from("absent");
  return first === undefined ? [] : rows.map(({ body }) => body);
}

const service = createServiceClient(backend, { secretKey: "sb_secret_x" });

export async function nightly(request: Request): Promise<number | undefined> {
  const caller: "cron" | "billing" | null = await serviceCaller(request, {
    cron: "",
    billing: undefined,
  });
  if (caller === null) return undefined;
  const rows: { id: number }[] = unwrap(await service.db.from("notes").select("id"));
  // @ts-expect-error the table is not in the project's types
  service.db.from("absent");
  const { users } = unwrap(await service.auth.admin.listUsers());
  return rows.length + users.length;
}

export function name(session: Session): string {
  switch (session.status) {
    case "authenticated":
      return session.claims.sub;
    case "unauthenticated":
      return "no user";
    case "unavailable":
      return (session.error satisfies BackendError).code;
  }
}

export const tab = createBrowserBackend(backend);
