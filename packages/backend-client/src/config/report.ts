/**
 * Throws a listener's error as an uncaught error. The developer sees the error, and the caller
 * continues.
 */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
