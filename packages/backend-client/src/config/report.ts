/** Throws later, so that the console shows the error and the caller continues. */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
