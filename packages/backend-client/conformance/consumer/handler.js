import { defineBackend, unwrap } from "@dossier/backend-client";
import { createSessionServer } from "@dossier/backend-client/server";
import { createServiceClient, serviceCaller } from "@dossier/backend-client/service";

export function createHandler(variables) {
  const { SERVICE_URL: url, SERVICE_KEY: anonKey, SERVICE_ISSUER: issuer } = variables;
  const log = [];
  const backend = defineBackend({ url, anonKey, issuer });
  const service = createServiceClient(backend, { secretKey: variables.SERVICE_SECRET_KEY });
  const sessions = createSessionServer(backend, {
    jwtSecret: variables.SERVICE_JWT_SECRET,
    clientLimit: false,
    serviceLimit: false,
    logger: ({ code }) => log.push(code),
    hooks: {
      async allowSignIn({ scope }) {
        const found = unwrap(await scope.db.from("members").select("id"));
        return found.length > 0 || { refuse: "not_a_member" };
      },
    },
  });

  const routes = {
    "GET /": (scope) => scope.session(),
    "POST /sign-in": async (scope, request) => scope.auth.signInWithPassword(await request.json()),
    "GET /notes": (scope) => scope.db.from("notes").select("body"),
    "POST /upload": (scope, request) => scope.storage.from("files").upload("a b.bin", request.body),
    "POST /function": async (scope, request) =>
      scope.functions.invoke("echo", { body: await request.json() }),
    "GET /platform": () => ({
      name: globalThis.EdgeRuntime ?? navigator.userAgent,
      hasBuiltinModules: globalThis.process?.getBuiltinModule !== undefined,
      hasFallback: log.includes("crypto_fallback"),
    }),
  };

  const api = sessions.route({ accept: ["cookie", "bearer"] }, async (_request, scope) => {
    const { claims, source } = await scope.requireSession();
    return Response.json({ sub: claims.sub, source });
  });

  async function job(request) {
    const caller = await serviceCaller(request, { cron: variables.SERVICE_CRON_KEY });
    if (caller === null) return Response.json({ caller }, { status: 401 });
    const notes = unwrap(await service.db.from("notes").select("body"));
    const { users } = unwrap(await service.auth.admin.listUsers());
    const moved = await service.db.from("moved").select();
    return Response.json({ caller, notes, users, moved: moved.error?.code ?? null });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return sessions.handle(request);
    if (pathname === "/api") return api(request);
    if (pathname === "/job") return job(request);
    const route = routes[`${request.method} ${pathname}`];
    if (!route) return new Response("not found", { status: 404 });
    const scope = sessions.open(request);
    const { accessToken: _, ...shown } = await route(scope, request);
    return scope.apply(Response.json(shown));
  };
}
