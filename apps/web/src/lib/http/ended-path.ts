const PAGE = "/session-ended";

export function endedPath(next: string): string {
  return `${PAGE}?next=${encodeURIComponent(next)}`;
}

function isEndedPath(path: string): boolean {
  return /^\/session-ended(?=[?#]|$)/.test(path);
}

/** Returns the path for signing in again: the request's own page for contacts, else `/sign-in`. */
export function signInPath(next: string): string {
  return next.startsWith("/r/") ? next : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** Returns true if an action redirects to sign in, which means that it did nothing else. */
export function leadsToSignIn(path: string): boolean {
  return /^\/sign-in(?=[?#]|$)/.test(path) || isEndedPath(path);
}
