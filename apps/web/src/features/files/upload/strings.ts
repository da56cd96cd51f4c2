// A separate file, so that pages without uploads do not load the other texts about files.

export const otherPages = {
  arriving: (count: number) =>
    `${count === 1 ? "One file is" : `${count} files are`} uploading. Keep this tab open.`,
  lost: (name: string) => `${name} could not be uploaded.`,
  show: "Show",
  dismiss: "Dismiss",
} as const;
