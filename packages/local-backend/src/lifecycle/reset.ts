import type { Gateway } from "../gateway/gateway.ts";
import type { Service } from "../gateway/service.ts";
import type { RestService } from "../rest/service.ts";

interface ResetOptions {
  gateway: Gateway;
  database: { suspend(): Promise<void>; resume(): void };
  rest: RestService;
  services: readonly Service[];
  /** Resets the database to the state after its migrations. */
  restore(isSeedWanted: boolean): Promise<void>;
  seed(): Promise<unknown>;
  startRest(): Promise<void>;
}

/** Concurrent resets run one after the other. */
export function createReset(options: ResetOptions): (isSeedWanted: boolean) => Promise<void> {
  const { gateway, database, rest, services } = options;
  const reset = async (isSeedWanted: boolean) => {
    const resume = gateway.pause();
    try {
      await rest.stopChild();
      await database.suspend();
      try {
        await options.restore(isSeedWanted);
      } finally {
        database.resume();
      }
      for (const service of services) await service.reset?.();
      await options.seed();
    } finally {
      await options.startRest().finally(resume);
    }
  };
  let resetting: Promise<void> = Promise.resolve();
  return (isSeedWanted) => {
    resetting = resetting.catch(() => undefined).then(() => reset(isSeedWanted));
    return resetting;
  };
}
