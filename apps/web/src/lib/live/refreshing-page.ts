const TOPIC = "data-refreshes";

/** Marks a page that refreshes itself after messages of a channel. */
export const refreshesOn = (topic: string) => ({ [TOPIC]: topic });

/** Returns whether the page refreshes itself after messages of a channel. */
export const doesPageRefreshOn = (topic: string) =>
  document.querySelector(`[${TOPIC}="${topic}"]`) !== null;
