const PAGE = "/session-ended";

export function endedPath(next: string): string {
  return `${PAGE}?next=${encodeURIComponent(next)}`;
}

function isEndedPath(path: string): boolean {
  return /^\/session-ended(?=[?#]|$)/.test(path);
}

/** Contacts sign in on the page of their request. */
export function signInPath(next: string): string {
  return next.startsWith("/r/") ? next : `/sign-in?next=${encodeURIComponent(next)}`;
}

/**
 * Except for a sign-out, an action that redirects to such a path has changed nothing, because the
 * session had ended.
 */
export function leadsToSignIn(path: string): boolean {
  return /^\/sign-in(?=[?#]|$)/.test(path) || isEndedPath(path);
}
