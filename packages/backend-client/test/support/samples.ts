/** Mutation tests use a tenth of the runs, because every mutant gets the same samples. */
export function samples(runs: number): number {
  return process.env.STRYKER_MUTATOR_WORKER ? Math.ceil(runs / 10) : runs;
}
