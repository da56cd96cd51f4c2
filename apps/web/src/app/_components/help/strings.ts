// Every page loads this file in the browser, so it contains only these texts.
export const help = { help: "Help", newTab: "(opens in a new tab)" } as const;
