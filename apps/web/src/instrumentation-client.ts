import { NAVIGATION } from "@/lib/browser/navigation-event";

/**
 * Next calls this function inside the transition of each navigation: a link, `router.push`, or
 * Back.
 */
export function onRouterTransitionStart() {
  dispatchEvent(new Event(NAVIGATION));
}
