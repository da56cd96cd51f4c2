import { NAVIGATION } from "@/lib/browser/navigation-event";

/** Next calls this function at the start of each navigation, inside the navigation's transition. */
export function onRouterTransitionStart() {
  dispatchEvent(new Event(NAVIGATION));
}
