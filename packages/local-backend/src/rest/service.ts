import { writeFileSync } from "node:fs";
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { BackendConfig } from "../config/schema.ts";
import { DISK_FULL, lacksSpace } from "../gateway/disk-full.ts";
import type { Service, ServiceEnv } from "../gateway/service.ts";
import { LOOPBACK } from "../supervisor/ports.ts";
import { forwardedHeaders, HOP_BY_HOP } from "./headers.ts";
import { Postgrest } from "./postgrest.ts";
import { refuseUnfiltered } from "./refuse-unfiltered.ts";
import { DISK_IS_FULL, UNAVAILABLE } from "./unavailable.ts";
import { pathOf, unfilteredStatement } from "./unfiltered.ts";

export interface RestOptions {
  config: BackendConfig;
  /** Address of the API, without a trailing slash. */
  api: string;
  dataDir: string;
  /** Connection string of the role `authenticator`. */
  databaseUrl: string;
  verificationKeys(): object;
  track(name: string, pid: number): () => void;
  log(line: string): void;
}

export interface RestService {
  service: Service;
  /** Starts PostgREST and waits until it has read the schema. */
  launch(command: string): Promise<void>;
  /** Stops PostgREST. Requests fail until the next launch. */
  stopChild(): Promise<void>;
  shutDown(): Promise<void>;
  postgrest: Postgrest;
  /** Writes the key set. PostgREST reads it again after `notify pgrst, 'reload config'`. */
  publishKeys(): void;
  accepts(token: string): Promise<boolean>;
}

const PREFIX = "/rest/v1";
export function createRestService(options: RestOptions): RestService {
  const { config, dataDir, databaseUrl, log, track } = options;
  const api = new URL(options.api);
  const publicUrl = `${options.api}${PREFIX}`;
  const keysFile = join(dataDir, "jwks.json");
  const publishKeys = () =>
    writeFileSync(keysFile, JSON.stringify(options.verificationKeys()), { mode: 0o600 });
  const postgrest = new Postgrest({ config, publicUrl, databaseUrl, keysFile, track, dataDir });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const routes = new Hono<ServiceEnv>();

  routes.all("*", async (c) => {
    const { incoming, outgoing } = nodeObjects(c);
    if (isDescription(incoming) && c.get("apiKeyRole") !== "service_role") {
      incoming.resume();
      return c.json(DESCRIPTION_REFUSED, 403);
    }
    const headers = forwardedHeaders(incoming.headers, {
      bearer: c.get("bearer"),
      clientAddress: c.get("clientAddress"),
      api,
    });
    const statement = unfilteredStatement({
      method: incoming.method ?? "GET",
      url: incoming.url ?? "/",
      headers: incoming.headers,
    });
    if (statement !== undefined) {
      const url = `http://${LOOPBACK}:${postgrest.port}${incoming.url}`;
      incoming.resume();
      return refuseUnfiltered(statement, url, headers);
    }
    await pipe(
      incoming,
      outgoing,
      httpRequest({
        agent,
        host: LOOPBACK,
        port: postgrest.port,
        method: incoming.method,
        path: incoming.url,
        headers,
      }),
      (status) => {
        const isFull = status === 503 && lacksSpace(dataDir);
        const reason = isFull ? DISK_FULL : `${status}. logs/postgres.log says why`;
        log(`rest: ${incoming.method} failed: ${reason}`);
        return isFull ? DISK_IS_FULL : undefined;
      },
    );
    return RESPONSE_ALREADY_SENT;
  });

  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://${LOOPBACK}:${postgrest.port}${path}`, { method: "HEAD", headers }))
      .status;

  return {
    service: {
      name: "rest",
      prefix: PREFIX,
      routes,
      check: () => postgrest.check(),
    },
    publishKeys,
    launch: async (command) => {
      publishKeys();
      if (config.api.enabled) await postgrest.start(command);
    },
    stopChild: () => postgrest.stop(),
    postgrest,
    shutDown: async () => {
      await postgrest.stop();
      agent.destroy();
    },
    accepts: async (token) =>
      !config.api.enabled || (await ask("/", { authorization: `Bearer ${token}` })) !== 401,
  };
}

/** Returns whether the request is for the description of the API, at its root. */
const isDescription = ({ method, url }: IncomingMessage) =>
  (method === "GET" || method === "HEAD") && pathOf(url ?? "/") === "/";

/** The error message of hosted Supabase. */
const DESCRIPTION_REFUSED = {
  message: "Access to schema is forbidden",
  hint: "Accessing the schema via the Data API is only allowed using a secret API key.",
};

function nodeObjects(c: Context<ServiceEnv>): {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
} {
  return c.env as unknown as { incoming: IncomingMessage; outgoing: ServerResponse };
}

/**
 * Streams the request and the response without buffering. Resolves after the response is sent.
 * @param explain called for a status of 500 or more. Its result replaces the body.
 */
function pipe(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  upstream: ReturnType<typeof httpRequest>,
  explain: (status: number) => string | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const fail = () => {
      if (outgoing.headersSent) {
        outgoing.destroy();
      } else {
        outgoing.writeHead(503, { "content-type": "application/json" });
        outgoing.end(UNAVAILABLE);
      }
      resolve();
    };
    upstream.on("error", fail);
    upstream.on("response", (answer) => {
      outgoing.on("close", resolve);
      const status = answer.statusCode ?? 502;
      const explanation = status >= 500 ? explain(status) : undefined;
      if (explanation !== undefined) {
        answer.resume();
        outgoing.writeHead(status, { "content-type": "application/json; charset=utf-8" });
        outgoing.end(explanation);
        return;
      }
      const headers: Record<string, string | string[]> = {};
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value === undefined || HOP_BY_HOP.has(name)) continue;
        // The gateway sets the CORS headers.
        if (!name.startsWith("access-control-")) headers[name] = value;
      }
      outgoing.writeHead(status, headers);
      answer.on("error", fail);
      answer.pipe(outgoing);
    });
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
}
