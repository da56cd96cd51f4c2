/**
 * Reports an error of a listener to the platform as an uncaught one. The listener's author notices
 * it, and the work that called the listener continues.
 */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
