import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Service } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { PUBLIC_RIGHTS, probeRights } from "./authorize.ts";
import { broadcastRoutes } from "./broadcast-routes.ts";
import { checkBindings } from "./changes/binding.ts";
import { ChangeFeed } from "./changes/feed.ts";
import type { RealtimeContext } from "./context.ts";
import { verifyCredentials } from "./credentials.ts";
import { purgeOldMessages, relayDatabaseMessages } from "./database-messages.ts";
import { Hub } from "./hub.ts";
import { codecFor } from "./protocol.ts";
import { readReplay } from "./replay.ts";
import { Socket } from "./socket.ts";

/** Same limit as on hosted Supabase. */
const MAX_FRAME_BYTES = 3_000_000;

const FAREWELL_MS = 1000;

const PURGE_INTERVAL_MS = 60 * 60 * 1000;

/** Status codes of RFC 6455 §7.4.1 and of the IANA registry. */
const CLOSE = { goingAway: 1001, restart: 1012 } as const;

export function createRealtimeService(context: ServiceContext): Service {
  const { database, tokens } = context;
  const changes = new ChangeFeed(database, context.log);
  const shared: RealtimeContext = {
    hub: new Hub(context.log),
    changes,
    now: context.now,
    log: context.log,
    verify: (token) => verifyCredentials(tokens, token),
    rightsOf: ({ claims }, channel) =>
      channel.isPrivate
        ? probeRights(database, claims, channel.topic)
        : Promise.resolve(PUBLIC_RIGHTS),
    checkBindings: (bindings, claims) => checkBindings(database, bindings, claims),
    readReplay: (topic, range) => readReplay(database, topic, range),
  };
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  let stopRelay: (() => Promise<void>) | undefined;
  let purgeTimer: NodeJS.Timeout | undefined;

  const closeAll = (code: number) => {
    for (const client of server.clients) client.close(code);
  };
  const upgrade = async (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    keyToken: string,
  ) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const codec = codecFor(url.searchParams.get("vsn") ?? "1.0.0");
    if (!url.pathname.endsWith("/websocket")) return refuseUpgrade(socket, "404 Not Found");
    if (!codec) return refuseUpgrade(socket, "400 Bad Request");
    try {
      await tokens.verify(keyToken);
    } catch {
      return refuseUpgrade(socket, "401 Unauthorized");
    }
    server.handleUpgrade(request, socket, head, (client) => {
      new Socket(shared, client, codec, keyToken);
    });
  };

  return {
    name: "realtime",
    prefix: "/realtime/v1",
    routes: broadcastRoutes(shared),
    start: async () => {
      stopRelay = await relayDatabaseMessages(database, shared.hub, context.log);
      await changes.start();
      await purgeOldMessages(database);
      purgeTimer = setInterval(() => {
        purgeOldMessages(database).catch((error: unknown) => {
          context.log(`realtime: could not purge messages: ${String(error)}`);
        });
      }, PURGE_INTERVAL_MS);
      purgeTimer.unref();
    },
    stop: async () => {
      clearInterval(purgeTimer);
      closeAll(CLOSE.goingAway);
      // A client that ignores the close frame must not block the shutdown.
      setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, FAREWELL_MS).unref();
      await stopRelay?.();
      await changes.stop();
    },
    reset: async () => closeAll(CLOSE.restart),
    upgrade: (request, socket, head, { bearer = "" }) => {
      upgrade(request, socket, head, bearer).catch(() => socket.destroy());
    },
  };
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
