/** Throws in a microtask, so that the console shows the error and the caller continues. */
export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
