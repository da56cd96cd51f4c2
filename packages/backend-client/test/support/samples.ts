/** Mutation tests repeat the runs for every mutant, so each time they do only a tenth of them. */
export function samples(runs: number): number {
  return process.env.STRYKER_MUTATOR_WORKER ? Math.ceil(runs / 10) : runs;
}
