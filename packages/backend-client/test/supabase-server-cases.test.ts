/**
 * Implements twelve use cases from the documentation of `@supabase/server` 1.8 with this SDK:
 *
 * | | Case | Documented there as |
 * |---|---|---|
 * | 1 | an endpoint for signed-in users | mode `user` |
 * | 2 | an endpoint for everyone | mode `none` |
 * | 3 | an endpoint for the project's own apps, without a user | mode `publishable` |
 * | 4 | an endpoint for programs that have the secret key | mode `secret` |
 * | 5 | an endpoint for users and for programs | a list of modes |
 * | 6 | a job with a key of its own | a named key |
 * | 7 | several programs, each with its own key | the wildcard, and which key matched |
 * | 8 | an endpoint for visitors and signed-in users | `user` before `none` |
 * | 9 | a response of your own to a refused request | the context without the wrapper |
 * | 10 | several endpoints in one handler | the primitives |
 * | 11 | a function that calls another | function-to-function calls |
 * | 12 | a webhook with a signature of its own | a webhook recipe |
 *
 * Not covered here: direct Postgres connections, MCP servers and framework adapters. Tests in
 * `src/server` cover CORS and sessions in cookies.
 */
import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { unwrap } from "../src/errors/backend-error.js";
import type { Scope } from "../src/server/scope-type.js";
import { createSessionServer, type SessionServer } from "../src/server/session-server.js";
import { createServiceClient, type ServiceClient, serviceCaller } from "../src/service/index.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryRequest,
} from "../src/testing/index.js";

type Handler = (request: Request) => Response | Promise<Response>;

const DEFAULT = "sb_secret_Zk9xQ2mT7vB1nR4wY8cL";
const CRON = "sb_secret_8cL3fA6Zk9xQ2mT7vB1n";
const BILLING = "sb_secret_nR4wY8cL3fA6Zk9xQ2mT";
const WEBHOOK_SECRET = "whsec_of_the_provider";

const GAMES = [
  { id: 1, title: "Chess", owner: null },
  { id: 2, title: "Go", owner: "mia" },
  { id: 3, title: "Hex", owner: "tom" },
];

let memory: MemoryBackend;
let sessions: SessionServer;
let service: ServiceClient;
let token: string;
let written: unknown[];
let functions: Record<string, Handler>;

async function tables({ request, claims }: MemoryRequest): Promise<Response> {
  const isService = request.headers.get("apikey") === DEFAULT;
  if (request.method === "POST") {
    if (!isService) return Response.json({ code: "42501", message: "denied" }, { status: 403 });
    written.push(await request.json());
    return new Response(null, { status: 201 });
  }
  const user = claims?.user_metadata?.name ?? null;
  return Response.json(GAMES.filter(({ owner }) => isService || owner === user));
}

beforeEach(async () => {
  written = [];
  functions = {};
  memory = createMemoryBackend({
    rest: tables,
    functions: ({ request, path }) =>
      functions[path]?.(request) ?? new Response("no function", { status: 404 }),
  });
  sessions = createSessionServer(memory.backend, { logger: false });
  service = createServiceClient(memory.backend, { secretKey: DEFAULT });
  const user = memory.auth.createUser({ email: "mia@a.test", userMetadata: { name: "mia" } });
  token = (await memory.auth.signIn({ user })).access_token;
});

async function ask(handler: Handler, headers: Record<string, string> = {}, body?: string) {
  const init = body === undefined ? { headers } : { headers, body, method: "POST" };
  const response = await handler(new Request("http://functions.test/", init));
  const isJson = response.headers.get("content-type")?.includes("json");
  return [response.status, isJson ? await response.json() : await response.text()] as const;
}

const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
const titles = async ({ db }: Pick<Scope, "db">) =>
  unwrap(await db.from("games").select("title")).map(({ title }: { title: string }) => title);
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 });

const forPrograms =
  <Name extends string>(keys: Record<Name, string>, handle: (name: Name) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const name = await serviceCaller(request, keys);
    return name === null ? unauthorized() : handle(name);
  };

const forUsers = () =>
  sessions.route({ accept: ["bearer"] }, async (_request, scope) => {
    await scope.requireSession();
    return Response.json(await titles(scope));
  });

describe("the SDK in the use cases of @supabase/server", () => {
  it("1: returns only the user's own rows to a signed-in user, and refuses all other callers", async () => {
    expect(await ask(forUsers(), bearer(token))).toEqual([200, ["Go"]]);
    for (const headers of [{}, bearer("nonsense"), bearer(DEFAULT), { apikey: DEFAULT }]) {
      expect((await ask(forUsers(), headers))[0]).toBe(401);
    }
  });

  it("2: serves all callers, no matter which keys or tokens they send", async () => {
    const handler = sessions.route({ accept: [] }, () => Response.json({ status: "ok" }));
    for (const headers of [{}, bearer(token), bearer("nonsense"), { apikey: "x" }]) {
      expect(await ask(handler, headers)).toEqual([200, { status: "ok" }]);
    }
  });

  it("3: lets apps that send the publishable key read rows as the anonymous role", async () => {
    const { anonKey } = memory.backend;
    const handler = forPrograms({ app: anonKey }, async () => {
      const scope = sessions.open(new Request("http://functions.test/"));
      return Response.json(await titles(scope.anonymous));
    });
    expect(await ask(handler, { apikey: anonKey })).toEqual([200, ["Chess"]]);
    expect(await ask(handler, { apikey: anonKey, ...bearer(token) })).toEqual([200, ["Chess"]]);
    expect((await ask(handler))[0]).toBe(401);
    expect((await ask(handler, { apikey: "sb_publishable_other" }))[0]).toBe(401);
  });

  it("4: returns the rows of every user to programs that send the secret key", async () => {
    const handler = forPrograms({ default: DEFAULT }, async () =>
      Response.json(await titles(service)),
    );
    expect(await ask(handler, { apikey: DEFAULT })).toEqual([200, ["Chess", "Go", "Hex"]]);
    for (const headers of [{}, bearer(token), { apikey: memory.backend.anonKey }]) {
      expect((await ask(handler, headers))[0]).toBe(401);
    }
  });

  it("5: returns only the user's own rows to a user, and the rows of every user to a program", async () => {
    const asUser = forUsers();
    // A route for users refuses a secret key, so check for the key first.
    const handler: Handler = async (request) =>
      (await serviceCaller(request, { default: DEFAULT }))
        ? Response.json(await titles(service))
        : asUser(request);
    expect(await ask(handler, bearer(token))).toEqual([200, ["Go"]]);
    expect(await ask(handler, { apikey: DEFAULT })).toEqual([200, ["Chess", "Go", "Hex"]]);
    expect(await ask(handler, bearer(DEFAULT))).toEqual([200, ["Chess", "Go", "Hex"]]);
    expect((await ask(handler))[0]).toBe(401);
    expect((await ask(handler, bearer("nonsense")))[0]).toBe(401);
  });

  it("6: runs a job only for the key of that job", async () => {
    const handler = forPrograms({ cron: CRON }, async () => {
      unwrap(await service.db.from("featured").insert({ game_id: 1, reason: "popular" }));
      return Response.json({ done: true });
    });
    expect((await ask(handler, { apikey: BILLING }, "{}"))[0]).toBe(401);
    expect((await ask(handler, { apikey: DEFAULT }, "{}"))[0]).toBe(401);
    expect(written).toEqual([]);
    expect(await ask(handler, { apikey: CRON }, "{}")).toEqual([200, { done: true }]);
    expect(written).toEqual([{ game_id: 1, reason: "popular" }]);
  });

  it("7: identifies each program by the name of its key", async () => {
    const handler = forPrograms({ cron: CRON, billing: BILLING }, async (caller) =>
      Response.json({ caller }),
    );
    expect(await ask(handler, { apikey: CRON })).toEqual([200, { caller: "cron" }]);
    expect(await ask(handler, { apikey: BILLING })).toEqual([200, { caller: "billing" }]);
    expect((await ask(handler, { apikey: DEFAULT }))[0]).toBe(401);
  });

  it("8: serves visitors and users, and refuses a bad token instead of ignoring it", async () => {
    const handler = sessions.route({ accept: ["bearer"] }, async (_request, scope) => {
      const { status } = await scope.session();
      return Response.json(await titles(status === "authenticated" ? scope : scope.anonymous));
    });
    expect(await ask(handler)).toEqual([200, ["Chess"]]);
    expect(await ask(handler, bearer(token))).toEqual([200, ["Go"]]);
    expect((await ask(handler, bearer("nonsense")))[0]).toBe(401);
    memory.clock.skip(3_700_000);
    expect((await ask(handler, bearer(token)))[0]).toBe(401);
  });

  it("9: lets the app build its own response for callers without a session", async () => {
    const handler: Handler = async (request) => {
      const scope = sessions.open(request, { accept: ["bearer"] });
      const session = await scope.session();
      if (session.status === "authenticated")
        return scope.apply(Response.json(await titles(scope)));
      const isOutage = session.status === "unavailable";
      return scope.apply(new Response("<p>Sign in</p>", { status: isOutage ? 503 : 401 }));
    };
    expect(await ask(handler, bearer(token))).toEqual([200, ["Go"]]);
    expect(await ask(handler)).toEqual([401, "<p>Sign in</p>"]);
    expect(await ask(handler, bearer("nonsense"))).toEqual([401, "<p>Sign in</p>"]);
  });

  it("10: accepts different callers at each endpoint of one handler", async () => {
    const routes: Record<string, Handler> = {
      "/health": () => Response.json({ status: "ok" }),
      "/games": forUsers(),
      "/admin/users": forPrograms({ default: DEFAULT }, async () =>
        Response.json(await titles(service)),
      ),
    };
    const handler: Handler = (request) =>
      routes[new URL(request.url).pathname]?.(request) ?? new Response("", { status: 404 });
    const statusOf = async (path: string, headers: Record<string, string> = {}) =>
      (await handler(new Request(`http://functions.test${path}`, { headers }))).status;
    const callers = [{}, bearer(token), { apikey: DEFAULT }];
    const statuses = async (path: string) =>
      Promise.all(callers.map((headers) => statusOf(path, headers)));
    expect(await statuses("/health")).toEqual([200, 200, 200]);
    expect(await statuses("/games")).toEqual([401, 200, 401]);
    expect(await statuses("/admin/users")).toEqual([401, 401, 200]);
    expect(await statuses("/other")).toEqual([404, 404, 404]);
  });

  it("11: calls a program-only function for a user who may not call it directly", async () => {
    functions["/process-order"] = forPrograms({ default: DEFAULT }, async () => {
      unwrap(await service.db.from("orders").insert({ status: "processing" }));
      return Response.json({ status: "processing" });
    });
    const checkout = sessions.route({ accept: ["bearer"] }, async (_request, scope) => {
      await scope.requireSession();
      return Response.json(unwrap(await service.functions.invoke("process-order", { body: {} })));
    });
    expect(await ask(checkout, bearer(token), "{}")).toEqual([200, { status: "processing" }]);
    expect(written).toEqual([{ status: "processing" }]);
    const scope = sessions.open(new Request("http://functions.test/", { headers: bearer(token) }), {
      accept: ["bearer"],
    });
    expect((await scope.functions.invoke("process-order", { body: {} })).error?.status).toBe(401);
    expect(written).toHaveLength(1);
  });

  it("12: stores the data of a webhook only if the webhook's signature is valid", async () => {
    const sign = (body: string) => createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");
    const webhook: Handler = async (request) => {
      const body = await request.text();
      if (request.headers.get("x-signature") !== sign(body)) return unauthorized();
      unwrap(await service.db.from("payments").insert(JSON.parse(body)));
      return new Response(null, { status: 204 });
    };
    const body = '{"paid":1}';
    expect((await ask(webhook, { "x-signature": sign("{}") }, body))[0]).toBe(401);
    expect((await ask(webhook, { apikey: DEFAULT }, body))[0]).toBe(401);
    expect(written).toEqual([]);
    expect((await ask(webhook, { "x-signature": sign(body) }, body))[0]).toBe(204);
    expect(written).toEqual([{ paid: 1 }]);
  });
});
