import type { ServiceOptions } from "../config/authorized-fetch.js";
import type { Backend, NoClaims } from "../config/define-backend.js";
import { loadOnce } from "../config/load-once.js";
import type { Runtime } from "../config/runtime.js";
import type { DataClient } from "../data/data-client.js";
import { lazyData } from "../data/lazy-data.js";
import type { FunctionsClient } from "../functions/functions-client.js";
import type { RealtimeClient, RealtimeControl } from "../realtime/channel-options.js";
import type { SessionEvent } from "../session/events.js";
import type { PublicSession } from "../session/session.js";
import type { StorageClient } from "../storage/storage-client.js";
import { type BrowserEnvironment, pageEnvironment } from "./environment.js";
import { createEventLog } from "./event-log.js";
import { lazyFunctions, lazyStorage } from "./lazy.js";
import { lazyRealtime } from "./lazy-realtime.js";
import { guardRestoredPages } from "./page-guard.js";
import { createSessionClient, type SessionClient } from "./session-client.js";
import { type HandlerOptions, sessionHandler } from "./session-http.js";
import { joinTabs } from "./tabs.js";
import { startTicker } from "./ticker.js";

/** Options of {@link createBrowserBackend}. */
export interface BrowserBackendOptions extends HandlerOptions {
  /**
   * The session that the server rendered into the page, from `toInitialSession`. Default: the
   * client requests it from the session handler.
   */
  initialSession?: PublicSession | undefined;
  /**
   * Replacements for browser APIs, for tests. Default: the APIs of the page, and the clock, timers
   * and `fetch` of the backend's `runtime`.
   */
  environment?: Partial<BrowserEnvironment> | undefined;
}

/** The client of one tab. All members except `anonymous` act as the signed-in user. */
export interface BrowserBackend<Database = unknown, Claims extends object = NoClaims> {
  /** This tab's session: its state, events, refresh and sign-out. */
  readonly session: SessionClient<Claims>;
  /** Tables and database functions. The code loads with the first awaited query. */
  readonly db: DataClient<Database>;
  /** Files. The code loads with the first call. */
  readonly storage: Pick<StorageClient, "from">;
  /** Edge Functions. The code loads with the first call. */
  readonly functions: FunctionsClient;
  /** Realtime messages. The code loads with the first subscription. */
  readonly realtime: RealtimeClient;
  /** Clients that act as an anonymous visitor, for public data. */
  readonly anonymous: {
    /** Tables and database functions, with the permissions of the anonymous role. */
    readonly db: DataClient<Database>;
  };
  /**
   * Starts to refresh the session, to exchange events with other tabs, and to check the session
   * when the back/forward cache restores the page.
   * @returns a function that stops this work and closes the realtime socket
   */
  start(): () => void;
}

/**
 * Creates the client of one tab. The client gets the session from the app's session handler, and
 * data from Supabase. It stores the access token only in memory. Creating it has no side effects.
 * @example
 * const client = createBrowserBackend(backend);
 * const stop = client.start();
 * client.session.subscribe((event, session) => console.log(event, session.status));
 */
export function createBrowserBackend<Database = unknown, Claims extends object = NoClaims>(
  backend: Backend<Database, Claims>,
  options: BrowserBackendOptions = {},
): BrowserBackend<Database, Claims> {
  return openTab(backend, backend.runtime, options);
}

type PublicConfig = Pick<Backend, "url" | "anonKey">;

export function openTab<Database = unknown, Claims extends object = NoClaims>(
  config: PublicConfig | PromiseLike<PublicConfig>,
  runtime: Runtime,
  options: BrowserBackendOptions,
): BrowserBackend<Database, Claims> {
  const { initialSession, basePath = "/auth" } = options;
  const environment = { ...pageEnvironment(runtime), ...options.environment };
  const handler = sessionHandler(options, environment);
  // Two apps on one origin have different base paths and must not share events.
  const name = `backend-client:${basePath}`;
  const eventLog = createEventLog(environment, name);
  const session = createSessionClient({ handler, environment, eventLog, initialSession });
  const anonymous = async (): Promise<ServiceOptions> => {
    const { url, anonKey } = await config;
    return { url, anonKey, runtime: { ...runtime, ...environment } };
  };
  const asUser = async (): Promise<ServiceOptions> => ({
    ...(await anonymous()),
    getAccessToken: session.getAccessToken,
  });

  const data = (caller: () => Promise<ServiceOptions>) =>
    loadOnce(async () => {
      const { createDataClient } = await import("../data/data-client.js");
      return createDataClient<Database>(await caller());
    });
  const storage = loadOnce(async () => {
    const { createBrowserStorage } = await import("../storage/resumable.js");
    const client = createBrowserStorage(await asUser());
    session.subscribe((event) => {
      if (mayChangeUser(event)) client.clearSignedUrls();
    });
    return client;
  });
  const functions = loadOnce(async () => {
    const { createFunctionsClient } = await import("../functions/functions-client.js");
    return createFunctionsClient(await asUser());
  });
  let live: RealtimeControl | null = null;
  const realtime = loadOnce(async () => {
    const { createRealtimeClient } = await import("../realtime/realtime-client.js");
    const client = createRealtimeClient({
      ...(await asUser()),
      onWake: environment.onWake,
    });
    live = client;
    session.subscribe((event) => {
      if (mayChangeUser(event)) client.identityChanged();
      else if (event !== "INITIAL_SESSION") client.tokenRefreshed();
    });
    return client;
  });

  return {
    session,
    db: lazyData(data(asUser)),
    storage: lazyStorage(storage),
    functions: lazyFunctions(functions),
    realtime: lazyRealtime(realtime),
    anonymous: { db: lazyData(data(anonymous)) },
    start() {
      const stops = [
        startTicker(session, environment),
        joinTabs({ session, environment, name }),
        guardRestoredPages(session, environment),
      ];
      session.recall();
      live?.reopen();
      return () => {
        for (const stop of stops) stop();
        live?.close();
      };
    },
  };
}

function mayChangeUser(event: SessionEvent): boolean {
  return event === "SIGNED_IN" || event === "SIGNED_OUT" || event === "PASSWORD_RECOVERY";
}
