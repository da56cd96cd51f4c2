export const OFFLINE_NAVIGATION = "offlinenavigation";

/**
 * Call this function before `router.push`. While the browser is offline, Next would replace the page
 * with the browser's error page. The function then returns false, and the offline strip says why
 * nothing opens.
 */
export function mayNavigate(): boolean {
  if (navigator.onLine) return true;
  dispatchEvent(new Event(OFFLINE_NAVIGATION));
  return false;
}

/** Cancels clicks on links to other pages of the app while the browser is offline. */
export function guardLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (
    link?.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey ||
    (link.hash && link.pathname + link.search === location.pathname + location.search) ||
    mayNavigate()
  ) {
    return;
  }
  event.preventDefault();
}
