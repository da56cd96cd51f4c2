import { openNode } from "@dossier/backend-client/node";
import { bySource, sessions } from "./sessions.mjs";

export async function respond(incoming, outgoing, body) {
  const [, first, source] = new URL(incoming.url, "http://app").pathname.split("/");
  const opened = openNode(first === "address" ? bySource[source] : sessions, incoming, outgoing);
  const { scope, finish, request } = opened;
  let error = null;
  if (request.method === "POST") {
    error = sessions.checkOrigin(request);
    if (!error) ({ error } = await scope.auth.signInWithPassword(body));
  }
  const { status } = await scope.session();
  finish();
  return error ? error.code : status;
}
