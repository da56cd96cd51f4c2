/** Reports a listener's error as uncaught, so that its author sees it and the caller continues. */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
