import { type NextRequest, NextResponse } from "next/server.js";
import { isBelow } from "../server/redirects.js";
import type { SessionServer } from "../server/session-server.js";
import type { Session } from "../session/session.js";

/** Options for paths that only signed-in users may open. */
export interface ProtectOptions {
  /**
   * Paths that only signed-in users may open, with all paths below them, such as `["/o"]`. The
   * proxy redirects visitors to the sign-in page. The matcher of `proxy.ts` needs an entry for each
   * path. Check the session in the page too, because the proxy runs only for requests that the
   * matcher selects. Default: none.
   */
  protect?: readonly string[] | undefined;
}

export function parseProtect({ protect = [] }: ProtectOptions): readonly string[] {
  for (const path of protect) {
    if (!/^\/[^/?#\\]/.test(path) || path.endsWith("/")) {
      throw new TypeError("createNextBackend: protect must list paths such as /o.");
    }
  }
  return protect;
}

/**
 * Does not redirect a form post, so that the form keeps its input. The action redirects instead.
 */
export function redirectVisitor(
  request: NextRequest,
  session: Session,
  protect: readonly string[],
  { signInPath }: SessionServer["settings"],
): Response | undefined {
  const { pathname, search } = request.nextUrl;
  if (session.status !== "unauthenticated" || !/^(?:GET|HEAD)$/.test(request.method)) return;
  if (!protect.some((path) => isBelow(pathname, path)) || isBelow(pathname, signInPath)) return;
  const url = request.nextUrl.clone();
  url.pathname = signInPath;
  url.search = "";
  url.searchParams.set("next", pathname + search);
  return NextResponse.redirect(url, 307);
}
