import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright";
import { createSessionServer } from "../../../src/server/session-server.js";
import { createMemoryBackend, type MemoryBackend } from "../../../src/testing/index.js";

export const ADA = { email: "ada@example.test", password: "correct" };

const PAGE = `<!doctype html><html lang="en"><title>Passkeys</title>
<input autocomplete="username webauthn" aria-label="Email"><div id="root"></div>
<script type="module" src="/app.js"></script></html>`;

export interface Site {
  port: number;
  origin: string;
  memory: MemoryBackend;
  requests: { path: string; body: unknown }[];
  reset(passkeys: { rpId: string; origins: string[] }): void;
  close(): void;
}

async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: { app: fileURLToPath(new URL("app.tsx", import.meta.url)) },
    bundle: true,
    format: "esm",
    splitting: true,
    write: false,
    outdir: "/",
    target: "es2022",
    platform: "browser",
    jsx: "automatic",
    conditions: ["source", "browser"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

export async function openSite(): Promise<Site> {
  const files = await bundle();
  const site: Site = {
    port: 0,
    origin: "",
    memory: createMemoryBackend(),
    requests: [],
    reset(passkeys) {
      site.memory = createMemoryBackend({ auth: { passkeys } });
      site.memory.auth.createUser(ADA);
      site.requests = [];
    },
    close: () => void server.close(),
  };

  async function respond(incoming: IncomingMessage): Promise<Response> {
    const { method = "GET", url = "/", headers } = incoming;
    const isRead = method === "GET" || method === "HEAD";
    const body = isRead ? null : new Uint8Array(await buffer(incoming));
    const text = body ? new TextDecoder().decode(body) : "";
    site.requests.push({ path: url, body: text === "" ? null : JSON.parse(text) });
    const file = files.get(url);
    if (file) {
      const type = extname(url) === ".js" ? "text/javascript" : "text/plain";
      return new Response(file.slice(), { headers: { "content-type": type } });
    }
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      body,
    });
    const limits = { serviceLimit: false, clientLimit: false } as const;
    const sessions = createSessionServer(site.memory.backend, { logger: false, ...limits });
    if (url.startsWith("/auth/")) return sessions.handle(request);
    if (url !== "/password") {
      return new Response(PAGE, { headers: { "content-type": "text/html" } });
    }
    const scope = sessions.open(request);
    const { error } = await scope.auth.signInWithPassword(ADA);
    return scope.apply(Response.json({ code: error?.code ?? null }));
  }

  const server = createServer(async (incoming, outgoing) => {
    const response = await respond(incoming);
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  site.port = (server.address() as AddressInfo).port;
  site.origin = `http://localhost:${site.port}`;
  return site;
}

export interface Device {
  waitForTouch(isWaiting: boolean): Promise<void>;
  count(): Promise<number>;
  clear(): Promise<void>;
}

/** @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn */
export async function plugIn(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async waitForTouch(isWaiting) {
      const enabled = !isWaiting;
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async count() {
      const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.length;
    },
    async clear() {
      await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}
