const reported = new WeakSet<object>();

/** Requests may share an outcome, but only one request may report it. */
export function isFirstReport(outcome: object): boolean {
  if (reported.has(outcome)) return false;
  reported.add(outcome);
  return true;
}
