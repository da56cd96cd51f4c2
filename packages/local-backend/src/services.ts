import { join } from "node:path";
import { createFunctionsService } from "./functions/service.ts";
import { createRealtimeService } from "./realtime/service.ts";
import type { Service, ServiceContext } from "./service.ts";
import { seedBuckets, seedObjects } from "./storage/seed.ts";
import { createStorageService } from "./storage/service.ts";

/** Waits for a mail to an address. */
export type MailboxWait = (query: { to: string; since?: number }) => Promise<never>;

type SharedContext = Omit<ServiceContext, "dataDir" | "mail">;

/** Builds every service on its own folder, and the few doors the backend itself uses. */
export function createServices(shared: SharedContext, dataDir: string, rest: Service) {
  const mail: ServiceContext["mail"] = {
    send: () => Promise.reject(new Error("no mailbox yet")),
  };
  const contextOf = (name: string): ServiceContext => ({
    ...shared,
    mail,
    dataDir: join(dataDir, name),
  });
  const storage = contextOf("storage");
  const services: Service[] = [
    rest,
    createStorageService(storage),
    createRealtimeService(contextOf("realtime")),
    createFunctionsService(contextOf("functions")),
  ];
  return {
    services,
    mailbox: { waitFor: (() => Promise.reject(new Error("no mailbox yet"))) as MailboxWait },
    /** Makes the buckets of config.toml; fills them when the database is new. */
    seedStorage: async (isFirst: boolean) => {
      await seedBuckets(storage);
      if (isFirst) await seedObjects(storage);
    },
  };
}
