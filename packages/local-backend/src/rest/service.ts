import { writeFileSync } from "node:fs";
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { DISK_FULL } from "../config/disk-full.ts";
import type { BackendConfig } from "../config/schema.ts";
import type { Service, ServiceHandler } from "../gateway/service.ts";
import { LOOPBACK } from "../supervisor/ports.ts";
import { forwardedHeaders } from "./headers.ts";
import { passOn } from "./pass-on.ts";
import { Postgrest } from "./postgrest.ts";
import { refuseUnfiltered } from "./refuse-unfiltered.ts";
import { DISK_IS_FULL } from "./unavailable.ts";
import { pathOf, unfilteredStatement } from "./unfiltered.ts";

export interface RestOptions {
  config: BackendConfig;
  api: string;
  dataDir: string;
  databaseUrl: string;
  verificationKeys(): object;
  lacksSpace(): boolean;
  track(name: string, pid: number): () => void;
  log(line: string): void;
}

export interface RestService {
  service: Service;
  launch(command: string): Promise<void>;
  stopChild(): Promise<void>;
  shutDown(): Promise<void>;
  postgrest: Postgrest;
  /** A running PostgREST reads the keys only after `notify pgrst, 'reload config'`. */
  publishKeys(): void;
  accepts(token: string): Promise<boolean>;
}

const PREFIX = "/rest/v1";
export function createRestService(options: RestOptions): RestService {
  const { config, dataDir, databaseUrl, log, track } = options;
  const api = new URL(options.api);
  const publicUrl = `${options.api}${PREFIX}`;
  const keysFile = join(dataDir, "jwks.json");
  let published: string | undefined;
  const publishKeys = () => {
    const keys = JSON.stringify(options.verificationKeys());
    // Do not write unchanged keys, because PostgREST must be able to restart on a full disk.
    if (keys === published) return;
    writeFileSync(keysFile, keys, { mode: 0o600 });
    published = keys;
  };
  const postgrest = new Postgrest({ config, publicUrl, databaseUrl, keysFile, track, dataDir });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const routes: ServiceHandler = async (incoming, outgoing, caller) => {
    if (isDescription(incoming) && caller.apiKeyRole !== "service_role") {
      return answer(incoming, outgoing, Response.json(DESCRIPTION_REFUSED, { status: 403 }));
    }
    const { bearer, clientAddress } = caller;
    const headers = forwardedHeaders(incoming.headers, { bearer, clientAddress, api });
    const statement = unfilteredStatement({
      method: incoming.method ?? "GET",
      url: incoming.url ?? "/",
      headers: incoming.headers,
    });
    if (statement !== undefined) {
      const url = `http://${LOOPBACK}:${postgrest.port}${incoming.url}`;
      return answer(incoming, outgoing, await refuseUnfiltered(statement, url, headers));
    }
    const upstream = httpRequest({
      agent,
      host: LOOPBACK,
      port: postgrest.port,
      method: incoming.method,
      path: incoming.url,
      headers,
    });
    await passOn(incoming, outgoing, upstream, (status) => {
      const isFull = status === 503 && options.lacksSpace();
      const reason = isFull
        ? DISK_FULL
        : `${status}. logs/postgrest.log and logs/postgres.log say why`;
      log(`rest: ${incoming.method} failed: ${reason}`);
      return isFull ? DISK_IS_FULL : undefined;
    });
  };

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

/** The root of the API returns the OpenAPI description. */
const isDescription = ({ method, url }: IncomingMessage) =>
  (method === "GET" || method === "HEAD") && pathOf(url ?? "/") === "/";

const DESCRIPTION_REFUSED = {
  message: "Access to schema is forbidden",
  hint: "Accessing the schema via the Data API is only allowed using a secret API key.",
};

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, response: Response) {
  incoming.resume();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}
