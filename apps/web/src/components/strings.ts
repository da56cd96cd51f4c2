export const strings = {
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  retry: "Try again",
  retryIn: (time: string) => `Try again in ${time}.`,
  retryNow: "You can try again now.",
  undo: "Undo",
  offline: "You’re offline. Keep this page open, or you may lose your draft.",
  signInAgain: "Sign in again. Your draft is still in this tab.",
  breadcrumb: "Breadcrumb",
} as const;

// Separate from `strings`, so that only pages with the offline strip load this text.
export const offlineLink = "You can open other pages when the connection is back.";

// Separate from `strings`, so that contacts' pages do not load these texts.
export const archive = {
  archived: (name: string) => `Archived “${name}”`,
  notRestored: (name: string, message: string) => `“${name}”: ${message}`,
  unknown: (name: string) => `“${name}” may not have been restored. Try again.`,
} as const;

export const search = {
  matches: (count: string) => (count === "1" ? "1 match" : `${count} matches`),
  moreThan: (count: string) => `more than ${count} matches`,
} as const;

export const pager = {
  label: "Pages",
  extent: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  moreThan: (count: string) => `more than ${count}`,
  first: "Back to the first page",
  previous: (rows: number) => `Previous ${rows}`,
  next: (rows: number) => `Next ${rows}`,
} as const;
