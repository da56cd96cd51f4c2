import type { Gateway } from "../gateway/gateway.ts";
import type { Service } from "../gateway/service.ts";
import type { RestService } from "../rest/service.ts";

interface ResetOptions {
  gateway: Pick<Gateway, "pause">;
  database: { suspend(): Promise<void>; resume(): void };
  rest: Pick<RestService, "stopChild">;
  services: readonly Service[];
  /** Resets the database to the state after its migrations. */
  restore(isSeedWanted: boolean): Promise<void>;
  seed(): Promise<unknown>;
  startRest(): Promise<void>;
  /**
   * Throws if Postgres does not run because its disk is full. Without Postgres, PostgREST would not
   * start again after the reset.
   */
  requireDatabase(): void;
  /**
   * Returns the error to report when a reset fails. If a disk is full, returns an error that names
   * the disk.
   */
  explain(error: unknown): unknown;
}

/**
 * Creates the function that resets the backend. Concurrent calls of that function run one after the
 * other.
 */
export function createReset(options: ResetOptions): (isSeedWanted: boolean) => Promise<void> {
  const { gateway, database, rest, services } = options;
  const rebuild = async (isSeedWanted: boolean) => {
    await rest.stopChild();
    await database.suspend();
    try {
      await options.restore(isSeedWanted);
    } finally {
      database.resume();
    }
    for (const service of services) await service.reset?.();
    await options.seed();
  };
  const reset = async (isSeedWanted: boolean) => {
    options.requireDatabase();
    const resume = gateway.pause();
    // If the reset fails and PostgREST then does not start, throw the error of the reset, which may
    // be the cause of the other error.
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(options.explain(error));
    await rebuild(isSeedWanted).catch(note);
    await options.startRest().catch(note).finally(resume);
    if (failures.length > 0) throw failures[0];
  };
  let resetting: Promise<void> = Promise.resolve();
  return (isSeedWanted) => {
    resetting = resetting.catch(() => undefined).then(() => reset(isSeedWanted));
    return resetting;
  };
}
