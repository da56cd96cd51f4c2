import type { Gateway } from "../gateway/gateway.ts";
import type { Service } from "../gateway/service.ts";
import type { RestService } from "../rest/service.ts";

interface ResetOptions {
  gateway: Pick<Gateway, "pause">;
  database: { suspend(): Promise<void>; resume(): void };
  rest: Pick<RestService, "stopChild">;
  services: readonly Service[];
  restore(isSeedWanted: boolean): Promise<void>;
  seed(): Promise<unknown>;
  startRest(): Promise<void>;
  /** Throws if Postgres does not run because its disk is full: PostgREST could not start again. */
  requireDatabase(): void;
  explain(error: unknown): unknown;
}

/** Concurrent calls of the returned function run one after the other. */
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
    // Throw the error of `rebuild` first, because it may have caused the error of PostgREST.
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
