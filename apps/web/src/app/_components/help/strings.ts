// These texts are in a separate file, because every page loads them in the browser.
export const help = { help: "Help", newTab: "(opens in a new tab)" } as const;
