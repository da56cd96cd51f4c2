import { beforeEach, describe, expect, it } from "vitest";
import { forgetProject } from "../../test/support/forget-project.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryCall,
  type MemoryJar,
} from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

const forwardingKey = "sb_secret_forwarding";
const clientAddress = { header: "cf-connecting-ip" };

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

const serve = (options: SessionServerOptions) => {
  sessions = createSessionServer(memory.backend, { logger: false, ...options });
};

beforeEach(() => {
  memory = createMemoryBackend();
  jar = memory.createJar();
});

describe("a forwarding key", () => {
  const seen = (path: string) => {
    const call: MemoryCall | undefined = memory.calls.findLast((each) =>
      each.path.startsWith(path),
    );
    return [call?.headers.get("apikey"), call?.headers.get("sb-forwarded-for")];
  };

  const visit = (path: string) =>
    jar.request(path, { headers: { "cf-connecting-ip": "192.0.2.7" } });

  it("sends the visitor's address to the auth service and to no other service", async () => {
    const rest: MemoryCall["headers"][] = [];
    memory = createMemoryBackend({
      rest: ({ request }) => {
        rest.push(request.headers);
        return Response.json([]);
      },
    });
    jar = memory.createJar();
    serve({ forwardingKey, clientAddress, clientLimit: false, serviceLimit: false });
    const email = "ada@example.test";
    memory.auth.createUser({ email, password: "secret" });
    const scope = sessions.open(visit("/"));
    await scope.auth.signInWithPassword({ email, password: "secret" });
    expect(seen("/auth/v1/token?grant_type=password")).toEqual([forwardingKey, "192.0.2.7"]);
    expect(memory.calls.at(-1)?.headers.get("authorization")).toBeNull();
    await scope.refresh();
    expect(seen("/auth/v1/token?grant_type=refresh")).toEqual([forwardingKey, "192.0.2.7"]);
    await scope.requireFreshUser();
    expect(seen("/auth/v1/user")).toEqual([forwardingKey, "192.0.2.7"]);
    await scope.db.from("requests").select();
    expect(rest.map((headers) => headers.get("apikey"))).toEqual([memory.backend.anonKey]);
    expect(rest[0]?.get("sb-forwarded-for")).toBeNull();
    await scope.auth.signOut({ scope: "local" });
    expect(seen("/auth/v1/logout")).toEqual([forwardingKey, "192.0.2.7"]);
    expect(JSON.stringify(scope.cookieChanges())).not.toContain(forwardingKey);
  });

  it("sends the address without its port", async () => {
    serve({ forwardingKey, clientAddress });
    await memory.signIn(jar);
    const headers = { "cf-connecting-ip": "[2001:DB8::0:7]:41234" };
    await sessions.open(jar.request("/", { headers })).refresh();
    expect(seen("/auth/v1/token")).toEqual([forwardingKey, "2001:db8::7"]);
  });

  it.each([
    ["no address", {}],
    ["a text that is not an address", { "cf-connecting-ip": "evil\tx" }],
  ])("is not sent for a request with %s", async (_name, headers) => {
    serve({ forwardingKey, clientAddress });
    await memory.signIn(jar);
    await sessions.open(jar.request("/", { headers })).refresh();
    expect(seen("/auth/v1/token")).toEqual([memory.backend.anonKey, null]);
  });

  it("exempts visitors with a known address from the rate limit that all visitors share", async () => {
    serve({ forwardingKey, clientAddress, clientLimit: undefined });
    const guess = async (headers: Record<string, string>) => {
      const scope = sessions.open(memory.createJar().request("/", { headers }));
      const { error } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
      return error?.code;
    };
    for (let visitor = 1; visitor <= 60; visitor++) {
      expect(await guess({ "cf-connecting-ip": `192.0.2.${visitor}` })).toBe("invalid_credentials");
    }
    for (let call = 0; call < 15; call++) expect(await guess({})).toBe("invalid_credentials");
    expect(await guess({})).toBe("rate_limited");
  });
});

describe("a service that ignores the forwarding key", () => {
  const codes: string[] = [];

  const from = (address: string | number) => ({
    headers: { "cf-connecting-ip": typeof address === "number" ? `192.0.2.${address}` : address },
  });

  const guess = async (address: string | number) => {
    const scope = sessions.open(memory.createJar().request("/", from(address)));
    const { error } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
    return error?.code;
  };

  const limitOnce = () =>
    memory.faults.add({
      path: "/auth/v1/token",
      respond: () =>
        Response.json(
          { code: "over_request_rate_limit", message: "Request rate limit reached" },
          { status: 429, headers: { "x-supabase-api-version": "2024-01-01" } },
        ),
    });

  beforeEach(() => {
    codes.length = 0;
    serve({ forwardingKey, clientAddress, logger: ({ code }) => codes.push(code) });
  });

  it("is detected when three visitors' first calls are rate limited, and the shared limit then applies again", async () => {
    for (let visitor = 1; visitor <= 3; visitor++) {
      limitOnce();
      expect(await guess(visitor)).toBe("over_request_rate_limit");
    }
    expect(codes).toEqual(["forwarding_key_ignored"]);
    const answers: (string | undefined)[] = [];
    for (let visitor = 10; visitor < 30; visitor++) answers.push(await guess(visitor));
    expect(answers.filter((code) => code === "invalid_credentials")).toHaveLength(15);
    expect(answers.at(-1)).toBe("rate_limited");
    expect(codes).toEqual(["forwarding_key_ignored"]);
  });

  it("is not detected when only one visitor is rate limited, because this visitor may have called the service directly", async () => {
    for (let call = 0; call < 5; call++) {
      limitOnce();
      await guess(1);
      // After two minutes, the SDK's rate limits and its pause after a 429 have ended.
      memory.clock.skip(120_000);
    }
    expect(codes).toEqual([]);
  });

  it.each([
    ["two networks", [1, 2]],
    ["many addresses of one IPv6 network", ["2001:db8::1", "2001:db8::2", "2001:db8::3"]],
  ])(
    "is not detected if it rate-limits only calls from %s, however often",
    async (_name, addresses) => {
      for (let round = 0; round < 3; round++) {
        for (const address of addresses) {
          limitOnce();
          expect(await guess(address)).toBe("over_request_rate_limit");
          memory.clock.skip(120_000);
        }
      }
      expect(codes).toEqual([]);
      for (let visitor = 10; visitor < 30; visitor++) {
        expect(await guess(visitor)).toBe("invalid_credentials");
      }
    },
  );

  it("is wrongly detected when one attacker is rate limited on three networks, and the shared limit then applies until a restart", async () => {
    await memory.signIn(jar);
    for (let network = 1; network <= 3; network++) {
      limitOnce();
      await guess(network);
    }
    expect(codes).toEqual(["forwarding_key_ignored"]);
    memory.clock.skip(3_700_000);
    const guessByMany = async () => {
      const answers: (string | undefined)[] = [];
      for (let visitor = 10; visitor < 30; visitor++) answers.push(await guess(visitor));
      return answers.filter((code) => code === "rate_limited").length;
    };
    expect(await guessByMany()).toBe(5);
    const session = await sessions.open(jar.request("/", from(200))).session();
    expect(session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token?grant_type=refresh_token")).toBe(1);

    forgetProject(memory.backend.url);
    expect(await guessByMany()).toBe(0);
  });

  it("is not detected if some visitors' first calls are rate limited but those of other visitors succeed", async () => {
    for (let visitor = 1; visitor <= 6; visitor += 2) {
      limitOnce();
      await guess(visitor);
      expect(await guess(visitor + 1)).toBe("invalid_credentials");
    }
    expect(codes).toEqual([]);
  });

  it("is not detected when the service limits only each visitor's second call", async () => {
    for (let visitor = 1; visitor <= 3; visitor++) {
      await guess(visitor);
      limitOnce();
      await guess(visitor);
    }
    expect(codes).toEqual([]);
  });
});
