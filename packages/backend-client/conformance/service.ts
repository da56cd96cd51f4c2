import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createMemoryBackend, type MemoryBackend } from "../src/testing/index.js";
import type { TokenSigner } from "./tokens.js";

export const MIA = { email: "mia@example.org", password: "correct horse battery staple" };

const KEYS = "/auth/v1/.well-known/jwks.json";

export const EVE = { ...MIA, email: "eve@example.org" };

export const SECRET_KEY = "sb_secret_of_the_project";
/** Only the app checks this key. The Supabase project does not have it. */
export const CRON_KEY = "sb_secret_of_the_job";

const ELSEWHERE = "/elsewhere";

export interface Service {
  readonly url: string;
  readonly memory: MemoryBackend;
  readonly files: { path: string; sha256: string; user: string | undefined }[];
  readonly followed: (string | undefined)[];
  isDown: boolean;
  holdKeys(): () => void;
  close(): Promise<void>;
}

function toRequest({ method = "GET", url, headers }: IncomingMessage, body: Readable, at: string) {
  const { host: _, connection: __, "transfer-encoding": ___, ...kept } = headers;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`${at}${url}`, {
    method,
    headers: kept as Record<string, string>,
    ...(hasBody ? { body: Readable.toWeb(body) as ReadableStream, duplex: "half" } : {}),
  });
}

export async function openService(signer: TokenSigner): Promise<Service> {
  const files: Service["files"] = [];
  const followed: Service["followed"] = [];
  const memory = createMemoryBackend({
    rest({ request, path, claims }) {
      if (path === "/moved") {
        return new Response(null, { status: 307, headers: { location: ELSEWHERE } });
      }
      if (request.headers.get("apikey") === SECRET_KEY)
        return Response.json([{ body: "any note" }]);
      if (path === "/notes") return Response.json([{ body: `a note of ${claims?.email}` }]);
      return Response.json(claims?.email === MIA.email ? [{ id: 1 }] : []);
    },
    async storage({ request, path, claims }) {
      const bytes = Buffer.from(await request.arrayBuffer());
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      files.push({ path, sha256, user: claims?.sub });
      return Response.json({ Id: "1", Key: decodeURIComponent(path.slice("/object/".length)) });
    },
    functions: async ({ request, path, claims }) =>
      Response.json({ path, user: claims?.sub, body: await request.json() }),
  });
  memory.clock.setDate(Date.now());
  memory.auth.createUser(MIA);
  memory.auth.createUser(EVE);

  let keysMayLeave = Promise.resolve();

  const respond = async (incoming: IncomingMessage): Promise<Response> => {
    if (incoming.url === KEYS) await keysMayLeave;
    const { apikey } = incoming.headers;
    if (incoming.url?.startsWith(ELSEWHERE)) {
      followed.push(String(apikey));
      return Response.json([]);
    }
    if (incoming.url?.startsWith("/auth/v1/admin/users") && apikey === SECRET_KEY) {
      return Response.json({ users: [{ email: MIA.email }], aud: "authenticated" });
    }
    if (service.isDown) return new Response("<h1>Bad gateway</h1>", { status: 503 });
    const answer = await memory.fetch(toRequest(incoming, incoming, memory.backend.url));
    if (incoming.url !== KEYS) return answer;
    const { keys } = (await answer.json()) as { keys: unknown[] };
    return Response.json({ keys: [...keys, ...signer.keys] });
  };
  const server = createServer(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const response = await respond(incoming).catch((thrown) => {
      console.error(thrown);
      return new Response("the service of the suite failed", { status: 500 });
    });
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: Service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    memory,
    files,
    followed,
    isDown: false,
    holdKeys() {
      let release = (): void => undefined;
      keysMayLeave = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return service;
}
