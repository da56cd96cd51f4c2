export function eitherSignal(
  one: AbortSignal | null | undefined,
  other: AbortSignal | null | undefined,
): AbortSignal | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  // Next's edge runtime does not have `AbortSignal.any`.
  const both = new AbortController();
  for (const signal of [one, other]) {
    const forward = () => both.abort(signal.reason);
    if (signal.aborted) forward();
    signal.addEventListener("abort", forward);
  }
  return both.signal;
}
