// integration: begin
import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createSessionServer } from "@dossier/backend-client/server";
import type { Handle } from "@sveltejs/kit/hooks";
import type { Database } from "#lib/database.types.ts";

const sessions = createSessionServer(defineBackend<Database>(configFromEnvironment(process.env)));

export const handle: Handle = async ({ event, resolve }) => {
  const socketAddress = event.getClientAddress();
  if (event.url.pathname.startsWith("/auth/")) {
    return sessions.handle(event.request, { socketAddress });
  }
  const scope = sessions.open(event.request, { socketAddress });
  event.locals.scope = scope;
  await scope.session(); // Refresh first, because a streamed page cannot set cookies.
  return scope.apply(await resolve(event));
};
// integration: end
