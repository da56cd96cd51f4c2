import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp, type RequestListener, request, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defineBackend } from "../../src/config/define-backend.js";
import { runCommandLine } from "../../src/doctor/command-line.js";
import { toNodeHandler } from "../../src/node/index.js";
import type { SessionServerOptions } from "../../src/server/options.js";
import { createSessionServer } from "../../src/server/session-server.js";
import { createMemoryBackend } from "../../src/testing/index.js";
import { createSelfSigned, type SelfSigned } from "./self-signed.js";

export const KEY = "sb_publishable_never_printed";

const PROXY = `export { proxy } from "./lib/backend.server";
export const config = {
  matcher: [
    {
      source: "/((?!_next/|auth/|.*\\\\.(?:ico|jpg|png|svg|webp|woff2)$).*)",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [{ type: "cookie", key: "sb-fresh" }, { type: "header", key: "next-router-prefetch" }],
    },
    { source: "/o/:path*", missing: [{ type: "cookie", key: "sb-present" }] },
  ],
};
`;

const SERVER = `import { createNextBackend } from "@dossier/backend-client/next";
import { backend } from "./backend";
export const { proxy, handlers, page, action, requireSession } = createNextBackend(backend, {
  protect: ["/o"],
  clientAddress: { hops: 1 },
});
`;

const APP: Record<string, string> = {
  "proxy.ts": PROXY,
  "lib/backend.server.ts": SERVER,
  "app/page.tsx": "// public\nexport default function Home() { return <p>Don't worry</p>; }\n",
  "app/o/[org]/page.tsx": `import { page } from "@/lib/backend.server";
export default page("/o/[org]", async ({ session }) => <p>{session.claims.email}</p>);
`,
  "app/live.tsx": `import { useBackend, useChannel } from "@dossier/backend-client/react";
export function Live() { useBackend(); useChannel({ topic: "a" }); return null; }
`,
  "node_modules/next/package.json": '{ "version": "16.4.6" }',
  "node_modules/react/package.json": '{ "version": "19.3.1" }',
  "tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["./*"] } } } // a comment`,
};

async function listen(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export interface Faults {
  files?: Record<string, string | null>;
  variables?: Record<string, string>;
  clockSeconds?: number;
  isSymmetric?: boolean;
  service?: { status: number; body?: string };
  policy?: string | null;
  siteStatus?: number;
  missing?: string;
  isSchemeHidden?: boolean;
  siteHeaders?: Record<string, string>;
  options?: SessionServerOptions;
  isTerminal?: boolean;
  now?(): number;
}

export interface Scene {
  run(...args: string[]): Promise<{ code: number; out: string; errors: string }>;
  check(
    ...args: string[]
  ): Promise<Record<string, { status: string; found: string; page?: string }>>;
  printed(): string;
  dir: string;
  write(name: string, text: string): void;
  url: string;
  service: string;
  close(): Promise<void>;
}

export async function openDoctorScene(
  faults: Faults = {},
  certificate: SelfSigned = createSelfSigned("localhost"),
): Promise<Scene> {
  const memory = createMemoryBackend();
  const answerService: RequestListener = async (incoming, response) => {
    response.setHeader(
      "date",
      new Date(Date.now() + (faults.clockSeconds ?? 0) * 1000).toUTCString(),
    );
    response.setHeader("content-type", "application/json");
    if (faults.service) {
      response.writeHead(faults.service.status).end(faults.service.body ?? "{}");
      return;
    }
    if (incoming.headers.apikey !== KEY) {
      response.writeHead(401).end('{"message":"Invalid API key"}');
      return;
    }
    if (faults.isSymmetric && incoming.url?.endsWith("jwks.json")) {
      response.end('{"keys":[]}');
      return;
    }
    const answer = await memory.fetch(`${memory.backend.url}${incoming.url}`);
    response.writeHead(answer.status).end(await answer.text());
  };
  const service = await listen(createHttp(answerService));
  const serviceUrl = `http://127.0.0.1:${service.port}`;

  const backend = defineBackend({ url: serviceUrl, anonKey: KEY });
  const handlers = toNodeHandler(
    createSessionServer(backend, { logger: false, ...faults.options }),
  );
  const policy =
    faults.policy === undefined
      ? `default-src 'self'; connect-src 'self' ${serviceUrl} ws://127.0.0.1:${service.port}`
      : faults.policy;
  const answerSite: RequestListener = (incoming, response) => {
    for (const [name, value] of Object.entries(faults.siteHeaders ?? {})) {
      response.setHeader(name, value);
    }
    if (incoming.url?.startsWith("/auth/")) {
      void handlers(incoming, response);
      return;
    }
    response.setHeader("content-type", "text/html");
    response.statusCode = incoming.url === faults.missing ? 404 : (faults.siteStatus ?? 200);
    if (policy !== null) response.setHeader("content-security-policy", policy);
    response.end("<!doctype html><title>App</title>");
  };
  const app = await listen(createHttp(answerSite));
  const scheme = faults.isSchemeHidden ? {} : { "x-forwarded-proto": "https" };
  const site = await listen(
    createHttps({ ...certificate }, (incoming, outgoing) => {
      const { url: path, method, headers } = incoming;
      const target = { host: "127.0.0.1", port: app.port, path, method };
      incoming.pipe(
        request({ ...target, headers: { ...headers, ...scheme } }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        }),
      );
    }),
  );

  const dir = mkdtempSync(join(tmpdir(), "doctor-app-"));
  const env = `NEXT_PUBLIC_SUPABASE_URL=${serviceUrl}\nNEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY=${KEY}\n`;
  const write: Scene["write"] = (name, text) => {
    mkdirSync(join(dir, dirname(name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  for (const [name, text] of Object.entries({ ...APP, ".env.local": env, ...faults.files })) {
    if (text !== null) write(name, text);
  }

  const url = `https://localhost:${site.port}`;
  let printed = "";
  const run: Scene["run"] = async (...args) => {
    const written = { out: "", errors: "" };
    const code = await runCommandLine(args, {
      dir,
      variables: faults.variables ?? {},
      now: faults.now ?? Date.now,
      out: {
        isTTY: faults.isTerminal === true,
        write: (text: string) => {
          written.out += text;
        },
      },
      errors: {
        write: (text: string) => {
          written.errors += text;
        },
      },
    });
    printed += written.out + written.errors;
    return { code, ...written };
  };
  return {
    printed: () => printed,
    dir,
    write,
    url,
    service: serviceUrl,
    run,
    async check(...args) {
      const { out } = await run("doctor", "--json", ...args);
      const { checks } = JSON.parse(out) as {
        checks: { check: string; status: string; found: string; page?: string }[];
      };
      return Object.fromEntries(checks.map((finding) => [finding.check, finding]));
    },
    async close() {
      await Promise.all([service.close(), site.close(), app.close()]);
      rmSync(dir, { recursive: true });
    },
  };
}
