export interface Side<Input> {
  /**
   * Prepares the input of a run. The time is not measured. `turn` counts the runs across all
   * rounds.
   */
  prepare(turn: number): Input | Promise<Input>;
  run(input: Input): unknown;
  times: number;
}

/** Rounds that are not measured, in which V8 compiles the code. */
const WARM_UP_ROUNDS = 2;

/** Returns the side unchanged, so that TypeScript infers the type of its input. */
export function side<Input>(declared: Side<Input>): Side<unknown> {
  return declared as Side<unknown>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

async function cpuOfRound({ prepare, run, times }: Side<unknown>, round: number): Promise<number> {
  const inputs: unknown[] = [];
  for (let count = 0; count < times; count++) inputs.push(await prepare(round * times + count));
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (const input of inputs) await run(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/**
 * Runs the sides alternately, so that a load peak of the machine affects all of them. Returns each
 * side's median CPU microseconds per run.
 */
export async function measureCpu<Name extends string>(
  sides: Record<Name, Side<unknown>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    for (const name of names) {
      const cpu = await cpuOfRound(sides[name], round);
      if (round >= WARM_UP_ROUNDS) taken.get(name)?.push(cpu);
    }
  }
  const entries = names.map((name) => [name, median(taken.get(name) ?? [])]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/**
 * Calls the sides alternately until each has done `enough` work. Warming up one side after the
 * other is unfair: of five servers with the same Next app, the last needed half the CPU time per
 * page of the first.
 */
export async function warmUpInTurn(
  sides: readonly (() => Promise<number>)[],
  enough: number,
): Promise<void> {
  const done = sides.map(() => 0);
  while (done.some((each) => each < enough)) {
    for (const [index, run] of sides.entries()) done[index] = (done[index] ?? 0) + (await run());
  }
}

export async function wallMs(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function pick<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
}
