/**
 * Reports an error of a listener as uncaught, so that its author notices it and the caller
 * continues.
 */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
