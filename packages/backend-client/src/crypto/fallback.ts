let cause: unknown;
let isNew = false;

export function noteFallback(thrown: unknown): void {
  cause = thrown;
  isNew = true;
}

export function takeFallback(): { cause: unknown } | null {
  if (!isNew) return null;
  isNew = false;
  return { cause };
}
