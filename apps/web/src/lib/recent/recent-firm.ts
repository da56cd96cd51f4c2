/**
 * The cookie with the firm that the user opened last. Account pages and the help page read it to
 * show the firm's sidebar.
 */
export const RECENT_FIRM = "recent-firm";

const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

export function keepRecentFirm(slug: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had the Cookie Store only since 2025.
  document.cookie = `${RECENT_FIRM}=${slug}; path=/; max-age=${LIFETIME_SECONDS}; samesite=lax`;
}
