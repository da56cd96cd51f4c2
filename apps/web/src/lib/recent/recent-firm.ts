/**
 * Cookie with the slug of the firm whose pages the user opened last. Account pages and the help
 * page read the cookie.
 */
export const RECENT_FIRM = "recent-firm";

const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

/** Stores the firm. Account pages and the help page then show the firm's sidebar. */
export function keepRecentFirm(slug: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had the Cookie Store only since 2025.
  document.cookie = `${RECENT_FIRM}=${slug}; path=/; max-age=${LIFETIME_SECONDS}; samesite=lax`;
}
