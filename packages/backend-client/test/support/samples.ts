/** Runs of a property test. Against a mutant a tenth must do: each one meets the same samples. */
export function samples(runs: number): number {
  return process.env.STRYKER_MUTATOR_WORKER ? Math.ceil(runs / 10) : runs;
}
