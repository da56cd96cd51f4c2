import { RealtimeClient as Socket } from "@supabase/realtime-js";
import type { ServiceOptions } from "../config/authorized-fetch.js";
import {
  REALTIME_HEARTBEAT_SECONDS,
  REALTIME_HEARTBEAT_TIMEOUT_SECONDS,
  REALTIME_TIMEOUT_SECONDS,
} from "../config/constants.js";
import { defaultRuntime } from "../config/runtime.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { sessionMissing } from "../errors/session-missing.js";
import { backoffMs } from "./backoff.js";
import { type ObservedSockets, observeSockets } from "./observed-socket.js";

export interface RealtimeOptions extends ServiceOptions {
  onWake?: ((listener: () => void) => () => void) | undefined;
  WebSocket?: typeof WebSocket | undefined;
}

export interface ConnectionEvents {
  onUp(socket: Socket): void;
  onDown(since: number): void;
  onRefused(error: BackendError): void;
}

export interface Connection {
  open(): void;
  close(): void;
  authorize(): Promise<void>;
}

const DEAD_AFTER_MS = (REALTIME_HEARTBEAT_SECONDS + REALTIME_HEARTBEAT_TIMEOUT_SECONDS) * 1000;

/** The longest delay that timers support. It prevents realtime-js from closing an idle socket. */
const NEVER_MS = 2 ** 31 - 1;

/** realtime-js would reconnect with an old token. Here, each attempt requests the current token. */
export function createConnection(options: RealtimeOptions, events: ConnectionEvents): Connection {
  const now = options.runtime?.now ?? defaultRuntime.now;
  const schedule = options.runtime?.schedule ?? defaultRuntime.schedule;
  let isWanted = false;
  let attempt = 0;
  let isUp = false;
  let aliveAt = now();
  let tries = 0;
  let cancelRetry: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  let stopWake: (() => void) | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  let socket: Socket | null = null;
  let observed: ObservedSockets | null = null;

  async function freshToken(): Promise<string> {
    const token = await options.getAccessToken?.();
    if (!token || token === options.anonKey) throw sessionMissing("realtime join");
    return token;
  }

  function createSocket(): Socket {
    observed = observeSockets(options.WebSocket ?? globalThis.WebSocket, {
      onOpen: () => void opened(attempt),
      onClose: lost,
      onMessage: alive,
    });
    return new Socket(`${options.url.replace(/^http/, "ws")}/realtime/v1`, {
      params: { apikey: options.anonKey },
      timeout: REALTIME_TIMEOUT_SECONDS * 1000,
      heartbeatIntervalMs: REALTIME_HEARTBEAT_SECONDS * 1000,
      disconnectOnEmptyChannelsAfterMs: NEVER_MS,
      accessToken: freshToken,
      transport: observed.WebSocket,
      heartbeatCallback(status) {
        if (status === "sent") watch();
        else if (status === "timeout") lost();
      },
    });
  }

  function alive(): void {
    aliveAt = now();
    cancelWatch?.();
    cancelWatch = null;
  }

  function watch(): void {
    cancelWatch?.();
    cancelWatch = schedule(lost, REALTIME_HEARTBEAT_TIMEOUT_SECONDS * 1000);
  }

  async function connect(): Promise<void> {
    const mine = ++attempt;
    cancelRetry?.();
    cancelRetry = null;
    try {
      await freshToken();
      await closing;
      if (mine !== attempt || !isWanted) return;
      socket ??= createSocket();
      socket.connect();
      watch();
    } catch (thrown) {
      if (mine === attempt) refuse(thrown);
    }
  }

  async function opened(mine: number): Promise<void> {
    if (!socket) return;
    // realtime-js may reopen a socket itself, for example on a page from the back/forward cache.
    if (!isWanted) return drop();
    try {
      await socket.setAuth(await freshToken());
    } catch (thrown) {
      if (mine === attempt) refuse(thrown);
      return;
    }
    if (mine !== attempt || !isWanted || !socket.isConnected()) return;
    alive();
    tries = 0;
    isUp = true;
    events.onUp(socket);
  }

  function refuse(thrown: unknown): void {
    if (!isBackendError(thrown)) throw thrown;
    drop();
    events.onRefused(thrown);
    if (thrown.retryable) retryLater();
  }

  function lost(): void {
    drop();
    if (isWanted) retryLater();
  }

  function drop(): void {
    attempt++;
    cancelWatch?.();
    cancelWatch = null;
    const wasUp = isUp;
    isUp = false;
    observed?.forget();
    if (socket) closing = socket.disconnect();
    if (wasUp) events.onDown(aliveAt);
  }

  function retryLater(): void {
    cancelRetry?.();
    cancelRetry = schedule(() => void connect(), backoffMs(tries++));
  }

  function woke(): void {
    if (!isWanted) return;
    if (isUp && now() - aliveAt > DEAD_AFTER_MS) drop();
    if (!isUp && (cancelRetry || socket === null || !socket.isConnecting())) {
      tries = 0;
      void connect();
    }
  }

  return {
    open() {
      if (isWanted) return;
      isWanted = true;
      tries = 0;
      stopWake = options.onWake?.(woke) ?? null;
      void connect();
    },
    close() {
      isWanted = false;
      stopWake?.();
      cancelRetry?.();
      cancelRetry = null;
      drop();
    },
    async authorize() {
      await socket?.setAuth(await freshToken());
    },
  };
}
