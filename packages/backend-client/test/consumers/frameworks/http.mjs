import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { toNodeHandler } from "@dossier/backend-client/node";
import { respond } from "./respond.mjs";
import { sessions } from "./sessions.mjs";

const auth = toNodeHandler(sessions);

const server = createServer(async (incoming, outgoing) => {
  if (incoming.url.startsWith("/auth/")) return auth(incoming, outgoing);
  const body = incoming.method === "POST" ? await json(incoming) : undefined;
  if (incoming.url.startsWith("/late/")) return auth(incoming, outgoing);
  outgoing.end(await respond(incoming, outgoing, body));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
