export type Step = () => unknown;

/** If a step throws, the later steps still run. */
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
 * Waits for all promises even if one rejects, so that no part of a start still runs when the
 * backend stops.
 */
export async function settleAll(parts: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(parts)) {
    if (result.status === "rejected") throw result.reason;
  }
}
