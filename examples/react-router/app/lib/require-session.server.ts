import { data, type RouterContextProvider, redirect } from "react-router";

interface LoaderArgs {
  request: Request;
  context: Readonly<Pick<RouterContextProvider, "get">>;
}

// integration: begin
import { scopeContext } from "./sessions.server.ts";

export async function requireSession({ request, context }: LoaderArgs) {
  const scope = context.get(scopeContext);
  const { status } = await scope.session();
  if (status === "unauthenticated") {
    const { pathname, search } = new URL(request.url);
    throw redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  }
  if (status === "unavailable") throw data("Wait a minute, then try again.", 503);
  return scope;
}
// integration: end
