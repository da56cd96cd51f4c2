/** Name of the event that `window` dispatches when a navigation starts. */
export const NAVIGATION = "navigationstart";
