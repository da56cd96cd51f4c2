import {
  type AuthenticatedSession,
  type Backend,
  configFromEnvironment,
  defineBackend,
  type PublicSession,
  type SessionClaims,
  toInitialSession,
} from "@dossier/backend-client";
import { createBrowserBackend } from "@dossier/backend-client/browser";
import { createNextBackend, type NextBackend } from "@dossier/backend-client/next";
import {
  createSessionServer,
  type Scope,
  type SessionServer,
} from "@dossier/backend-client/server";
import type { Database } from "./database.js";
import { same } from "./same.js";

interface Added {
  app_role: "owner" | "staff";
}

type Role = "owner" | "staff" | undefined;

const backend: Backend<Database, Added> = defineBackend<Database, Added>(configFromEnvironment({}));
const sessions: SessionServer<Database, Added> = createSessionServer(backend);
const next: NextBackend<Database, Added> = createNextBackend(backend);

export async function typesAddedClaimsInAScope(request: Request): Promise<void> {
  const scope: Scope<Database, Added> = sessions.open(request);
  const { claims, payload } = await scope.requireSession();
  same<Role>()(claims.app_role);
  same<string>()(claims.sub);
  same<unknown>()(payload.x_debug);
  // @ts-expect-error: there is no such claim
  claims.emial;
  // @ts-expect-error: the payload is read-only
  payload.x_debug = 1;
  same<Role>()((await scope.requireAal2()).claims.app_role);
  const session = await scope.refresh();
  if (session.status === "authenticated") same<Role>()(session.claims.app_role);
  const shown = toInitialSession(session);
  same<PublicSession<Added>>()(shown);
  if (shown.status === "authenticated") same<Role>()(shown.claims.app_role);
}

export const typesAddedClaimsInAPage = next.page("/o/[org]", ({ session, params }) => {
  same<Role>()(session.claims.app_role);
  return params.org;
});

export const typesAddedClaimsInAnAction = next.action(async ({ backend, session }) => {
  same<Role>()(session.claims.app_role);
  same<Role>()((await backend.requireSession()).claims.app_role);
});

export async function typesAddedClaimsOfNext(): Promise<void> {
  same<Role>()((await next.requireSession()).claims.app_role);
  same<Role>()((await (await next.getBackend()).requireSession()).claims.app_role);
  same<Scope<Database, Added>>()(next.sessions().open(new Request("https://app.example.com")));
}

export function typesAddedClaimsInABrowser(): void {
  const session = createBrowserBackend(backend).session.get();
  if (session?.status === "authenticated") same<Role>()(session.claims.app_role);
}

export async function hasOnlyTheServicesClaimsWithoutATypeArgument(
  request: Request,
): Promise<void> {
  const { claims } = await createSessionServer(defineBackend()).open(request).requireSession();
  same<string | undefined>()(claims.email);
  // @ts-expect-error: no claim was added
  claims.app_role;
  const plain: SessionClaims = claims;
  // @ts-expect-error: the interface has no index signature
  plain.x_debug;
}

export function acceptsAProjectWithAddedClaims(session: AuthenticatedSession<Added>): unknown[] {
  const anySession: AuthenticatedSession = session;
  const anyServer: SessionServer = sessions;
  const anyBackend: Backend = backend;
  return [anySession, anyServer, anyBackend];
}
