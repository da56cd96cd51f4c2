export const strings = {
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  retry: "Try again",
  undo: "Undo",
  offline: "You’re offline. Keep this page open to keep what you typed.",
  signInAgain: "Sign in again. Your draft is still in this tab.",
  breadcrumb: "Breadcrumb",
  archive: {
    archived: (name: string) => `Archived “${name}”`,
    notRestored: (name: string, message: string) => `“${name}”: ${message}`,
    unknown: (name: string) => `“${name}” may not have been restored. Try again.`,
  },
  pager: {
    label: "Pages",
    extent: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
    moreThan: (count: string) => `more than ${count}`,
    first: "Back to the first page",
    previous: (rows: number) => `Previous ${rows}`,
    next: (rows: number) => `Next ${rows}`,
  },
} as const;
