import { join } from "node:path";
import { createAuthService } from "../auth/service.ts";
import type { BackendConfig } from "../config/schema.ts";
import { createFunctionsService } from "../functions/service.ts";
import type { EmailSink } from "../gateway/outgoing-email.ts";
import type { Service } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { createMailboxService } from "../mailbox/service.ts";
import { createRealtimeService } from "../realtime/service.ts";
import { seedBuckets, seedObjects } from "../storage/seed.ts";
import { createStorageService } from "../storage/service.ts";

type SharedContext = Omit<ServiceContext, "dataDir" | "email">;

export function createServices(shared: SharedContext, dataDir: string, rest: Service) {
  const email: EmailSink = { send: (message) => mailbox.sink.send(message) };
  const contextOf = (name: string): ServiceContext => ({
    ...shared,
    email,
    dataDir: join(dataDir, name),
  });
  const mailbox = createMailboxService(contextOf("mailbox"));
  const auth = createAuthService(contextOf("auth"));
  const storageContext = contextOf("storage");
  const storage = createStorageService(storageContext);
  const realtime = createRealtimeService(contextOf("realtime"));
  const functions = createFunctionsService(contextOf("functions"));
  return {
    /**
     * In start order. Functions start last, because functions and scheduled jobs call other
     * services.
     */
    services: [mailbox, auth, rest, storage, realtime, functions] as readonly Service[],
    /** Services with long-lived connections. Stop them before you wait for open requests. */
    lingering: [mailbox, realtime] as readonly Service[],
    /** Closes the WebSockets of functions. HTTP requests to functions may still complete. */
    closeSockets: functions.closeSockets,
    /** For each disabled service, the table of config.toml that disables the service. */
    switchedOff: switchedOff(shared.config),
    mailbox,
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
