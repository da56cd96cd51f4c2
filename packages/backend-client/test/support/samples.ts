/** Mutation tests repeat a property test for every mutant, so they do only a tenth of its runs. */
export function samples(runs: number): number {
  return process.env.STRYKER_MUTATOR_WORKER ? Math.ceil(runs / 10) : runs;
}
