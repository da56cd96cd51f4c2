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
 * Waits for all parts of the start, even after one has failed, so that no part is still starting
 * when the backend stops it.
 * @throws the error of the first part in the list that failed
 */
export async function settleAll(parts: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(parts)) {
    if (result.status === "rejected") throw result.reason;
  }
}
