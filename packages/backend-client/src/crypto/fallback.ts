let cause: unknown;
let isNew = false;

export function noteFallback(thrown: unknown): void {
  cause = thrown;
  isNew = true;
}

/** Returns the reason once, so that it is logged once. */
export function takeFallback(): { cause: unknown } | null {
  if (!isNew) return null;
  isNew = false;
  return { cause };
}
