let cause: unknown;
let isNew = false;

/** Notes why WebCrypto replaced the platform's own crypto module. */
export function noteFallback(thrown: unknown): void {
  cause = thrown;
  isNew = true;
}

/** Why WebCrypto took over; answered once, so that it is logged once. */
export function takeFallback(): { cause: unknown } | null {
  if (!isNew) return null;
  isNew = false;
  return { cause };
}
