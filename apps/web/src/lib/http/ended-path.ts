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
 * Returns true for `/sign-in` and `/session-ended`. If an action redirects to one of these pages,
 * the session had ended and the action changed nothing, except for a sign-out.
 */
export function leadsToSignIn(path: string): boolean {
  return /^\/sign-in(?=[?#]|$)/.test(path) || isEndedPath(path);
}
