export function reportThrown(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
