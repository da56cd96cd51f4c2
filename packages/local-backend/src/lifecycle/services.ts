import { join } from "node:path";
import { createAuthService } from "../auth/service.ts";
import type { BackendConfig } from "../config/schema.ts";
import { createFunctionsService } from "../functions/service.ts";
import type { MailSink } from "../gateway/outgoing-email.ts";
import type { Service } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { createMailboxService } from "../mailbox/service.ts";
import { createRealtimeService } from "../realtime/service.ts";
import { seedBuckets, seedObjects } from "../storage/seed.ts";
import { createStorageService } from "../storage/service.ts";

type SharedContext = Omit<ServiceContext, "dataDir" | "mail">;

/** Builds every service on its own folder, and the few doors the backend itself uses. */
export function createServices(shared: SharedContext, dataDir: string, rest: Service) {
  const mail: MailSink = { send: (message) => mailbox.sink.send(message) };
  const contextOf = (name: string): ServiceContext => ({
    ...shared,
    mail,
    dataDir: join(dataDir, name),
  });
  const mailbox = createMailboxService(contextOf("mailbox"));
  const auth = createAuthService(contextOf("auth"));
  const storageContext = contextOf("storage");
  const storage = createStorageService(storageContext);
  const realtime = createRealtimeService(contextOf("realtime"));
  const functions = createFunctionsService(contextOf("functions"));
  return {
    /** In the order of their start; schedules run last, when everything they call answers. */
    services: [mailbox, auth, rest, storage, realtime, functions] as readonly Service[],
    /** Those that hold connections open: they end before requests are drained. */
    lingering: [mailbox, realtime] as readonly Service[],
    /** By name, the table of config.toml that switches a service off. */
    switchedOff: switchedOff(shared.config),
    mailbox,
    /** Makes the buckets of config.toml; fills them when the database is new. */
    seedStorage: async (isFirst: boolean) => {
      await seedBuckets(storageContext);
      if (isFirst) await seedObjects(storageContext);
    },
  };
}

function switchedOff({
  api,
  auth,
  storage,
  realtime,
  edge_runtime,
  inbucket,
  local_smtp,
}: BackendConfig) {
  const switches = { api, auth, storage, realtime, edge_runtime, inbucket, local_smtp };
  const names = {
    api: "rest",
    edge_runtime: "functions",
    inbucket: "mailbox",
    local_smtp: "mailbox",
  };
  const nameOf: Readonly<Record<string, string>> = names;
  return new Map(
    Object.entries(switches)
      .filter(([, { enabled }]) => !enabled)
      .map(([table]) => [nameOf[table] ?? table, table]),
  );
}
