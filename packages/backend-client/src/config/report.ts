/** Reports a listener's error as uncaught. Its author sees the error, and the caller continues. */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
