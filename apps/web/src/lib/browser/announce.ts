/** Next needs this time to announce a title after the route has changed. */
const AFTER_NEXT_MS = 100;

let region: HTMLElement | undefined;

function openRegion(): HTMLElement {
  if (region) return region;
  const host = document.createElement("div");
  host.className = "sr-only";
  region = document.createElement("div");
  region.ariaLive = "polite";
  // The page's styles and queries cannot reach a closed shadow root, but screen readers read it.
  host.attachShadow({ mode: "closed" }).append(region);
  document.body.append(host);
  return region;
}

const isAnnouncedByNext = (title: string) =>
  document.querySelector("next-route-announcer")?.shadowRoot?.textContent === title;

/**
 * Lets screen readers announce a page's title after a navigation within the app. Next announces
 * only the title at the time of the route change, but the page may set another title later.
 * @returns a function that removes the announcement
 */
export function announceTitle(title: string): () => void {
  // Screen readers announce only changes of a region that is already on the page.
  const live = openRegion();
  const timer = setTimeout(() => {
    if (!isAnnouncedByNext(title)) live.textContent = title;
  }, AFTER_NEXT_MS);
  return () => {
    clearTimeout(timer);
    live.textContent = "";
  };
}
