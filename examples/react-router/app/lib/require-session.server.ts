import { data, redirect } from "react-router";
import { scopeContext } from "./sessions.server.ts";

interface LoaderArgs {
  request: Request;
  context: Readonly<Pick<import("react-router").RouterContextProvider, "get">>;
}

/** Sends a visitor to the sign-in page and then back. An outage signs no one out. */
export async function requireSession({ request, context }: LoaderArgs) {
  const scope = context.get(scopeContext);
  const session = await scope.session();
  if (session.status === "unauthenticated") {
    const { pathname, search } = new URL(request.url);
    throw redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  }
  if (session.status === "unavailable") throw data("Wait a minute, then try again.", 503);
  return scope;
}
