import { headers } from "next/headers.js";
import { PATH_HEADER } from "../config/constants.js";
import type { BackendError } from "../errors/backend-error.js";
import { isBelow, safeNext, withoutAppPath } from "../server/redirects.js";
import type { SessionServer } from "../server/session-server.js";

type Settings = SessionServer["settings"];
type Href = Parameters<typeof import("next/navigation")["redirect"]>[0];

function withNext(path: string, next: string): Href {
  return (next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`) as Href;
}

async function pagePath(next: string | undefined, settings: Settings): Promise<string> {
  const path = safeNext(next ?? (await headers()).get(PATH_HEADER));
  return isBelow(path, settings.basePath) || isBelow(path, settings.signInPath) ? "/" : path;
}

/** The client controls `Referer`, so only its path and query are used. */
async function formPath(settings: Settings): Promise<string> {
  const referer = (await headers()).get("referer") ?? "";
  if (!URL.canParse(referer)) return "/";
  const { pathname, search } = new URL(referer);
  return pagePath(withoutAppPath(pathname, settings) + search, settings);
}

/**
 * Next's bundlers replace `next/navigation` only if the import has no file extension. Plain Node
 * cannot load such an import, so this function imports the module only for a redirect.
 */
async function goTo(path: Href): Promise<never> {
  return (await import("next/navigation")).redirect(path);
}

export async function redirectToSignIn(
  settings: Settings,
  next: string | undefined,
): Promise<never> {
  return goTo(withNext(settings.signInPath, await pagePath(next, settings)));
}

export async function redirectFormToSignIn(settings: Settings): Promise<never> {
  return goTo(withNext(settings.signInPath, await formPath(settings)));
}

export function needsRefresh(error: BackendError): boolean {
  return (
    error.kind === "auth" && (error.code === "refresh_due" || error.code === "session_damaged")
  );
}

export async function redirectToRefresh(
  settings: Settings,
  next: string | undefined,
): Promise<never> {
  return goTo(withNext(`${settings.basePath}/refresh`, await pagePath(next, settings)));
}
