/**
 * Returns the number of runs. Mutation tests use a tenth, because every mutant gets the same
 * samples.
 */
export function samples(runs: number): number {
  return process.env.STRYKER_MUTATOR_WORKER ? Math.ceil(runs / 10) : runs;
}
