// Every page loads this file in the browser, so it contains only the texts of the link to help.
export const help = { help: "Help", newTab: "(opens in a new tab)" } as const;
