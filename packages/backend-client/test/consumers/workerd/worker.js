import { defineBackend } from "@dossier/backend-client";
import { createSessionServer } from "@dossier/backend-client/server";

/** An app on Workers: signs in, returns the user and their rows, and mounts the handlers. */
export default {
  async fetch(request, { url, anonKey, issuer }) {
    const sessions = createSessionServer(defineBackend({ url, anonKey, issuer }), {
      clientLimit: false,
      serviceLimit: false,
    });
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return sessions.handle(request);
    const scope = sessions.open(request);
    if (pathname === "/sign-in") {
      const { error } = await scope.auth.signInWithPassword(await request.json());
      return scope.apply(Response.json({ error: error?.code ?? null }));
    }
    const session = await scope.session();
    const { status, claims, error } = session;
    const rows =
      status === "authenticated" ? (await scope.db.from("notes").select("body")).data : null;
    return scope.apply(
      Response.json({ status, email: claims?.email, code: error?.code, hasRows: rows !== null }),
    );
  },
};
