/**
 * Throws a listener's error as an uncaught error. The developer then sees the error in the console,
 * and the caller continues.
 */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
