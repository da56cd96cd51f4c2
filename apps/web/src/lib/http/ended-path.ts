const PAGE = "/session-ended";

/** Path of the page that says that this device was signed out. */
export function endedPath(next: string): string {
  return `${PAGE}?next=${encodeURIComponent(next)}`;
}

function isEndedPath(path: string): boolean {
  return /^\/session-ended(?=[?#]|$)/.test(path);
}

/** Path of the page to sign in again: the request's own page for contacts, `/sign-in` for anyone else. */
export function signInPath(next: string): string {
  return next.startsWith("/r/") ? next : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** Tells whether an action's redirect leads to the sign-in page or the one before it: nothing was done. */
export function leadsToSignIn(path: string): boolean {
  return /^\/sign-in(?=[?#]|$)/.test(path) || isEndedPath(path);
}
