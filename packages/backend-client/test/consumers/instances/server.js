import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { openNode, toNodeHandler } from "@dossier/backend-client/node";
import { createSessionServer } from "@dossier/backend-client/server";

const backend = defineBackend({
  ...configFromEnvironment(process.env),
  issuer: process.env.SUPABASE_ISSUER,
});
const sessions = createSessionServer(backend, { serviceLimit: false, clientLimit: false });
const auth = toNodeHandler(sessions);

async function statusOf(scope, { isFresh }) {
  const session = await scope.session();
  if (session.status === "unauthenticated") return 401;
  if (session.status === "unavailable") return 503;
  if (!isFresh) return 200;
  return scope.requireFreshUser().then(
    () => 200,
    () => 401,
  );
}

const server = createServer(async (incoming, outgoing) => {
  if (incoming.url.startsWith("/auth/")) return auth(incoming, outgoing);
  const { scope, finish } = openNode(sessions, incoming, outgoing);
  if (incoming.method === "POST") await scope.auth.signInWithPassword(await json(incoming));
  const status = await statusOf(scope, { isFresh: incoming.url === "/fresh" });
  finish();
  outgoing.writeHead(status, { "x-process": String(process.pid) }).end();
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
