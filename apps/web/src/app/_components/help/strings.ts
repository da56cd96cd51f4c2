// Every page loads this file in the browser. Add only texts of the help link.
export const help = { help: "Help", newTab: "(opens in a new tab)" } as const;
