const PAGE = "/session-ended";

/** The page that says that this device was signed out. */
export function endedPath(next: string): string {
  return `${PAGE}?next=${encodeURIComponent(next)}`;
}

/** Whether a path is that page. */
export function isEndedPath(path: string): boolean {
  return /^\/session-ended(?=[?#]|$)/.test(path);
}

/** Where to sign in again: contacts at their request's own page, everyone else with a password or code. */
export function signInPath(next: string): string {
  return next.startsWith("/r/") ? next : `/sign-in?next=${encodeURIComponent(next)}`;
}
