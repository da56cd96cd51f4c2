/**
 * Hands an error that a listener threw to the platform, as an uncaught one: the listener is at fault
 * and must hear of it, while the work that called it goes on.
 */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
