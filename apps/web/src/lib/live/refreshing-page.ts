const TOPIC = "data-refreshes";

export const refreshesOn = (topic: string) => ({ [TOPIC]: topic });

export const doesPageRefreshOn = (topic: string) =>
  document.querySelector(`[${TOPIC}="${topic}"]`) !== null;
