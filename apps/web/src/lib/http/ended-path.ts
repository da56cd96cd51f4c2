const PAGE = "/session-ended";

export function endedPath(next: string): string {
  return `${PAGE}?next=${encodeURIComponent(next)}`;
}

function isEndedPath(path: string): boolean {
  return /^\/session-ended(?=[?#]|$)/.test(path);
}

/**
 * Returns the path on which the user signs in again: the request's page for contacts, otherwise
 * `/sign-in`.
 */
export function signInPath(next: string): string {
  return next.startsWith("/r/") ? next : `/sign-in?next=${encodeURIComponent(next)}`;
}

/**
 * Returns whether an action redirected to `/sign-in` or `/session-ended`. If so, the action changed
 * nothing, unless it signed the user out.
 */
export function leadsToSignIn(path: string): boolean {
  return /^\/sign-in(?=[?#]|$)/.test(path) || isEndedPath(path);
}
