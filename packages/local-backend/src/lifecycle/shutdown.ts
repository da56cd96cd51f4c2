/** One step of the shutdown. If a step throws, the later steps still run. */
export type Step = () => unknown;

/**
 * Runs all steps, in order.
 * @throws after the last step: the error of the failed step, or an AggregateError if several steps
 * failed
 */
export async function runAll(steps: Iterable<Step>): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, "The backend did not stop cleanly.");
  if (errors.length === 1) throw errors[0];
}

/**
 * Waits for all promises, even after one has rejected, so that no step of the start is still
 * running when the backend stops.
 * @throws the error of the first promise in the list that rejected
 */
export async function settleAll(parts: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(parts)) {
    if (result.status === "rejected") throw result.reason;
  }
}
