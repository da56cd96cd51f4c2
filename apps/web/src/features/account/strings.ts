/** Sentences of the account feature. */
export const strings = {
  theme: { legend: "Appearance", system: "System", light: "Light", dark: "Dark" },
} as const;
