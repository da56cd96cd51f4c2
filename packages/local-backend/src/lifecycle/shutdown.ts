/** One step of an end; none may keep the following ones from being taken. */
export type Step = () => unknown;

/**
 * Takes every step in order, whatever the others do.
 * @throws what the one failed step threw, or an AggregateError of several, after the last step
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
  if (errors.length > 1) throw new AggregateError(errors, "The backend did not end cleanly.");
  if (errors.length === 1) throw errors[0];
}
