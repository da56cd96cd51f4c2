import { openNode } from "@dossier/backend-client/node";
import { bySource, sessions } from "./sessions.mjs";

/**
 * Handles a request to one of the app's routes. The framework or the program has already read the
 * JSON `body`.
 * @returns the error code, or else the session's status, after the function has written the cookies
 */
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
