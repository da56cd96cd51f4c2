import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { BackendKeys } from "../keys/key-file.ts";
import { type Caller, identify, type Presented } from "./api-keys.ts";
import type { ArmedFaults } from "./faults.ts";
import { forwardedAddress } from "./forwarded-address.ts";
import { type Checked, checkHealth } from "./health.ts";
import { mountService } from "./mount.ts";
import {
  allowOrigin,
  answerPreflight,
  isLocalOrigin,
  isOwnHost,
  isPreflight,
  isSameOrigin,
} from "./origins.ts";
import type { Service, ServiceEnv, ServiceHandler } from "./service.ts";

const DRAIN_MS = 5000;

/**
 * nginx's default, as on self-hosted Supabase. With Node's default of 5 seconds, clients often
 * reuse a connection just as it closes.
 */
const KEEP_ALIVE_MS = 75_000;

interface GatewayOptions {
  host: string;
  port: number;
  faults: ArmedFaults;
  log(line: string): void;
}

interface Backstage {
  keys: BackendKeys;
  areLegacyKeysAllowed: boolean;
  isForwardingAllowed: boolean;
  services: readonly Service[];
  switchedOff: ReadonlyMap<string, string>;
  checks: readonly Checked[];
  reset(isSeedWanted: boolean): Promise<void>;
}

interface Route {
  service: Service;
  handle: ServiceHandler;
}

export class Gateway {
  readonly #server: Server;
  readonly #options: GatewayOptions;
  #backstage: Backstage | undefined;
  #routes: Route[] = [];
  #gate: Promise<void> = Promise.resolve();
  port = 0;

  private constructor(options: GatewayOptions) {
    this.#options = options;
    // Some HTTP clients offer HTTP/2 with `Upgrade: h2c`. If this callback returns false, Node
    // since 22.21 and 24.9 ignores the offer.
    const serverOptions = {
      shouldUpgradeCallback: isWebSocket,
      keepAliveTimeout: KEEP_ALIVE_MS,
    };
    this.#server = createServer(serverOptions, (request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        options.log(`gateway: ${error instanceof Error ? error.message : "failed"}`);
        sendJson(response, 500, {
          message: "The gateway failed. The log of the local backend says why.",
        });
      });
    });
    this.#server.on("upgrade", (request, socket, head) => {
      this.#upgrade(request, socket, head).catch(() => socket.destroy());
    });
  }

  /** Call this before the services start, so that the start fails early if the port is in use. */
  static async listen(options: GatewayOptions): Promise<Gateway> {
    const gateway = new Gateway(options);
    gateway.#server.listen({ port: options.port, host: options.host });
    await once(gateway.#server, "listening");
    const address = gateway.#server.address();
    gateway.port = typeof address === "object" && address !== null ? address.port : options.port;
    return gateway;
  }

  open(backstage: Backstage): void {
    this.#routes = backstage.services.map((service) => ({
      service,
      handle: mountService(service, this.#options.log),
    }));
    this.#backstage = backstage;
  }

  pause(): () => void {
    let resume: () => void = () => undefined;
    this.#gate = new Promise((resolve) => {
      resume = resolve;
    });
    return resume;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(timer);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnHost(request.headers.host)) {
      return sendJson(response, 403, {
        message:
          "The local backend accepts only local host names, such as 127.0.0.1 and localhost.",
      });
    }
    const backstage = this.#backstage;
    const url = request.url ?? "/";
    const path = url.split("?", 1)[0] ?? "/";
    if (!backstage) {
      response.setHeader("retry-after", "1");
      return sendJson(response, 503, {
        ok: false,
        message: "The local backend is starting. Try again in a moment.",
      });
    }
    if (path === "/health") {
      const running = backstage.services.filter(({ name }) => !backstage.switchedOff.has(name));
      const health = await checkHealth([...backstage.checks, ...running]);
      return sendJson(response, health.ok ? 200 : 503, health);
    }
    await this.#gate;
    const route = this.#find(path);
    const isMailbox = route?.service.name === "mailbox";
    if (isMailbox && !isSameOrigin(request)) {
      return sendJson(response, 403, { message: "Only the mailbox page can do this." });
    }
    // Functions set their own CORS headers, as on hosted Supabase.
    if (!isMailbox && route?.service.name !== "functions") {
      allowOrigin(request, response);
      if (isPreflight(request)) return answerPreflight(request, response);
    }
    const outcome = await this.#options.faults.apply(request.method ?? "GET", url);
    if (outcome.kind === "drop") {
      request.socket.destroy();
      return;
    }
    if (outcome.kind === "status") {
      return sendJson(response, outcome.status, { message: "Injected by a test." });
    }
    const caller = identify(
      presentedBy(request, url),
      backstage.keys,
      backstage.areLegacyKeysAllowed,
    );
    if ("message" in caller) return sendJson(response, 401, caller);
    if (path === "/local-backend/reset" && request.method === "POST") {
      if (caller.apiKeyRole !== "service_role") {
        return sendJson(response, 403, { message: "A reset requires the secret key." });
      }
      try {
        await backstage.reset(!url.includes("seed=false"));
      } catch (error) {
        const message = error instanceof Error ? error.message : "The reset failed.";
        this.#options.log(`the reset failed: ${message}`);
        return sendJson(response, 500, { message });
      }
      return sendJson(response, 200, { ok: true });
    }
    if (!route) return sendJson(response, 404, { message: "no Route matched with those values" });
    const table = backstage.switchedOff.get(route.service.name);
    if (table !== undefined) return sendJson(response, 404, switchedOffBy(table));
    request.url = stripped(url, route.service.prefix);
    await route.handle(request, response, {
      ...this.#variablesOf(request, caller, backstage),
      allowOrigin: () => allowOrigin(request, response),
    });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", () => socket.destroy());
    const url = request.url ?? "/";
    const path = url.split("?", 1)[0] ?? "/";
    const route = this.#find(path);
    const backstage = this.#backstage;
    if (!isOwnHost(request.headers.host) || !isLocalOrigin(request.headers.origin)) {
      return refuseUpgrade(socket, "403 Forbidden");
    }
    if (!backstage || !route?.service.upgrade || backstage.switchedOff.has(route.service.name)) {
      return refuseUpgrade(socket, "404 Not Found");
    }
    // Node before 22.21 and 24.9 passes every upgrade to this handler.
    if (!isWebSocket(request)) return refuseUpgrade(socket, "400 Bad Request");
    await this.#gate;
    const outcome = await this.#options.faults.apply("GET", url);
    if (outcome.kind === "drop") {
      socket.destroy();
      return;
    }
    if (outcome.kind === "status") return refuseUpgrade(socket, `${outcome.status} Injected`);
    const caller = identify(
      presentedBy(request, url),
      backstage.keys,
      backstage.areLegacyKeysAllowed,
    );
    if ("message" in caller) return refuseUpgrade(socket, "401 Unauthorized");
    request.url = stripped(url, route.service.prefix);
    const variables = this.#variablesOf(request, caller, backstage);
    route.service.upgrade(request, socket, head, variables);
  }

  #variablesOf(
    request: IncomingMessage,
    caller: Caller,
    { isForwardingAllowed }: Backstage,
  ): ServiceEnv["Variables"] {
    const isForwarded = caller.isSecret && isForwardingAllowed;
    const forwarded = isForwarded ? request.headers["sb-forwarded-for"] : undefined;
    return {
      clientAddress:
        forwardedAddress(forwarded) ?? request.socket.remoteAddress ?? this.#options.host,
      ...(caller.bearer === undefined ? {} : { bearer: caller.bearer }),
      ...(caller.apiKeyRole === undefined ? {} : { apiKeyRole: caller.apiKeyRole }),
    };
  }

  #find(path: string): Route | undefined {
    return this.#routes.find(
      ({ service: { prefix } }) => path === prefix || path.startsWith(`${prefix}/`),
    );
  }
}

function switchedOffBy(table: string): { message: string; hint: string } {
  return {
    message: `This service is switched off: [${table}] enabled = false in config.toml.`,
    hint: "Set enabled = true in that table, then start the backend again.",
  };
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Reads the API key also from the query, because browsers cannot set headers for a WebSocket. As in
 * the CLI, `apikey` in a function's URL is not an API key.
 */
function presentedBy(request: IncomingMessage, url: string): Presented {
  const { authorization, apikey } = request.headers;
  const [path = "/", query = ""] = url.split("?", 2);
  const header = Array.isArray(apikey) ? apikey[0] : apikey;
  const queried = path.startsWith("/functions/") ? null : new URLSearchParams(query).get("apikey");
  return {
    method: request.method ?? "GET",
    path,
    authorization,
    // An empty key counts as missing.
    apikey: header || queried || undefined,
  };
}

function stripped(url: string, prefix: string): string {
  const rest = url.slice(prefix.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Closes the connection even if the caller does not. */
function refuseUpgrade(socket: Duplex, status: string): void {
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  // Read the rest of the caller's data. Otherwise, closing could discard the response.
  socket.resume();
  socket.end(head, () => socket.destroy());
}
