/** Mutation tests repeat the runs for every mutant. */
export function samples(runs: number): number {
  return process.env.STRYKER_MUTATOR_WORKER ? Math.ceil(runs / 10) : runs;
}
