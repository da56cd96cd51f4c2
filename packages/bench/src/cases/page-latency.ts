import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { median, wallMs } from "../measure.ts";
import { openSsr } from "../peers/ssr.ts";
import { type Figure, formatNumber } from "../report.ts";
import { openOurs, pageRequest, signInPeople } from "../scene/people.ts";
import { startUpstream } from "../scene/upstream.ts";

const LATENCY_MS = 20;
const ROUNDS = 5;
const REQUESTS = 15;

async function serve(pages: Record<string, (request: Request) => Promise<Response>>) {
  const server = createServer(async (incoming, outgoing) => {
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      headers: { cookie: incoming.headers.cookie ?? "" },
    });
    const response = await pages[incoming.url ?? ""]?.(request);
    outgoing.writeHead(response?.status ?? 404).end(await response?.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new Agent({ keepAlive: true });
  return {
    visit: (path: string, cookie: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const { port } = server.address() as AddressInfo;
        const options = { agent, port, path, host: "127.0.0.1", headers: { cookie } };
        get(options, async (answer) => {
          let text = "";
          for await (const chunk of answer) text += chunk;
          resolve(text);
        }).on("error", reject);
      }),
    async close() {
      agent.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export async function run(): Promise<Figure[]> {
  const upstream = await startUpstream();
  const [person] = await signInPeople(upstream, 1);
  if (!person) throw new Error("No user is signed in.");
  upstream.latencyMs = LATENCY_MS;
  const sessions = openOurs(upstream);
  const getUser = async (request: Request): Promise<string | undefined> =>
    (await openSsr(upstream.url, request).auth.getUser()).data.user?.id;
  const getClaims = async (request: Request): Promise<string | undefined> =>
    (await openSsr(upstream.url, request).auth.getClaims()).data?.claims.sub;
  const twice = (ask: typeof getUser) => async (request: Request) => {
    // The guide of `@supabase/ssr` makes this call in the proxy and then again in the page.
    await ask(request);
    return new Response(await ask(request));
  };
  const server = await serve({
    "/ours": async (request) => {
      const scope = sessions.open(request, { isReadOnly: true });
      const session = await scope.session();
      const id = session.status === "authenticated" ? session.claims.sub : "";
      return scope.apply(new Response(id));
    },
    "/user-twice": twice(getUser),
    "/user-once": async (request) => new Response(await getUser(request)),
    "/claims-twice": twice(getClaims),
  });
  try {
    const paths = ["/ours", "/user-twice", "/user-once", "/claims-twice"];
    const waits = new Map<string, number[]>(paths.map((path) => [path, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const path of paths) {
        const cookies = path === "/ours" ? person.ours : person.ssr;
        const cookie = pageRequest(cookies).headers.get("cookie") ?? "";
        const times: number[] = [];
        for (let count = 0; count < REQUESTS; count++) {
          times.push(
            await wallMs(async () => {
              const text = await server.visit(path, cookie);
              if (text !== person.tokens.user.id) throw new Error(`${path} returned ${text}`);
            }),
          );
        }
        if (round > 0) waits.get(path)?.push(median(times));
      }
    }
    const wait = (path: string): number => median(waits.get(path) ?? []);
    const ms = (path: string): string => `${formatNumber(wait(path))} ms`;
    return [
      {
        id: "P5",
        name: `wait for a page (p50), auth service ${LATENCY_MS} ms away`,
        ours: ms("/ours"),
        peer: `ssr getUser in proxy and page ${ms("/user-twice")}`,
        ratio: wait("/user-twice") / wait("/ours"),
        goal: { bound: ">=", ratio: 15, unit: "× less" },
        leavesOut:
          "excludes rendering, because a plain Node server replaces the framework, and the first request, which fetches keys",
        comparisons: [
          `ssr getUser once ${ms("/user-once")}, ssr getClaims in proxy and page ${ms("/claims-twice")}`,
          "getUser notices a revoked session at once; ours notices it only in requireFreshUser()",
        ],
      },
    ];
  } finally {
    await server.close();
    await upstream.close();
  }
}
