import { beforeEach, describe, expect, it, vi } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import type { LogEntry } from "../config/logger.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer } from "./session-server.js";

const KEY = "sb_secret_never_shown";

let memory: MemoryBackend;
let entries: LogEntry[];
let project = 0;

function serve(options: SessionServerOptions = {}, url = `https://p${project}.example.com`) {
  const { url: inner, anonKey, runtime } = memory.backend;
  const hosted = defineBackend({
    url,
    anonKey,
    runtime: {
      ...runtime,
      fetch: (input, init) => runtime.fetch(String(input).replace(url, inner), init),
    },
  });
  return createSessionServer(hosted, { logger: (entry) => entries.push(entry), ...options });
}

async function guess(sessions: ReturnType<typeof serve>, headers: Record<string, string> = {}) {
  const scope = sessions.open(memory.createJar().request("/", { headers }));
  const { error } = await scope.auth.verifyOtp({ token_hash: "guess", type: "email" });
  return error?.code;
}

const codes = () => entries.map(({ code }) => code);

beforeEach(() => {
  memory = createMemoryBackend();
  entries = [];
  project += 1;
});

describe("the log entry forwarding_key_missing", () => {
  it("is written once for a service that is not on this machine", () => {
    serve();
    serve();
    expect(codes()).toEqual(["forwarding_key_missing"]);
  });

  it.each([
    "http://127.0.0.1:54321",
    "http://localhost:54321",
    "http://[::1]:54321",
    "https://project.test",
  ])("is not written for %s", (url) => {
    serve({}, url);
    expect(codes()).toEqual([]);
  });

  it("is not written if the app has a forwarding key or turns the limits off", () => {
    serve({ forwardingKey: KEY, clientAddress: { hops: 1 } });
    serve({ serviceLimit: false, clientLimit: false });
    expect(codes()).toEqual([]);
  });
});

describe("the log entry client_address_unknown", () => {
  const logged = () => codes().filter((code) => code === "client_address_unknown");

  it("is written once, on the first call of a visitor without a known address", async () => {
    const sessions = serve();
    expect(logged()).toHaveLength(0);
    await guess(sessions, { "x-forwarded-for": "203.0.113.5" });
    expect(logged()).toHaveLength(0);
    await guess(sessions);
    await guess(sessions, { "x-forwarded-for": "10.0.0.1" });
    expect(logged()).toHaveLength(1);
  });

  it("is written for a request that did not pass the app's proxies", async () => {
    expect(await guess(serve({ clientAddress: { hops: 1 } }))).toBe("client_address_unknown");
    expect(logged()).toHaveLength(1);
  });

  it("is not written when the app turns the limits per client off", async () => {
    await guess(serve({ clientLimit: false }));
    expect(logged()).toHaveLength(0);
  });
});

it("log entries and errors contain neither the forwarding key nor an IP address", async () => {
  const sessions = serve({ forwardingKey: KEY, clientAddress: { hops: 1 } });
  const headers = { "x-forwarded-for": "203.0.113.5" };
  memory.faults.add({ path: "/auth/v1/", status: 307, headers: { location: "https://evil.test" } });
  const scope = sessions.open(memory.createJar().request("/", { headers }));
  const { error } = await scope.auth.verifyOtp({ token_hash: "guess", type: "email" });
  await guess(sessions);
  expect(error?.code).toBe("unexpected_answer");
  const shown = JSON.stringify([entries, error, scope.cookieChanges()]);
  expect(shown).not.toContain(KEY);
  expect(shown).not.toContain("203.0.113.5");
  expect(memory.calls).toHaveLength(1);
});

describe("the log entry plain_http", () => {
  it("is written once for a public http: URL that the app allows", () => {
    const backend = defineBackend({
      url: `http://p${project}.example.com`,
      anonKey: "sb_publishable_x",
      allowHttp: true,
    });
    const options: SessionServerOptions = {
      logger: (entry) => entries.push(entry),
      ...{ clientLimit: false, serviceLimit: false },
    };
    createSessionServer(backend, options);
    createSessionServer(backend, options);
    expect(codes()).toEqual(["plain_http"]);
  });
});

it("log entries contain the name of their backend", () => {
  const { runtime } = memory.backend;
  const url = `https://p${project}.example.com`;
  const backend = defineBackend({ url, anonKey: "sb_publishable_x", name: "shop", runtime });
  expect(backend.name).toBe("shop");
  createSessionServer(backend, { logger: (entry) => entries.push(entry) });
  expect(entries).toMatchObject([{ code: "forwarding_key_missing", backend: "shop" }]);
});

it("log entries of a backend without a name have no `backend` field", () => {
  serve();
  expect(entries).toHaveLength(1);
  expect(entries[0]).not.toHaveProperty("backend");
});

it("creating a server during `next build` needs no project URL", () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("NEXT_PHASE", "phase-production-build");
  try {
    const sessions = createSessionServer(defineBackend());
    expect(sessions.settings.basePath).toBe("/auth");
  } finally {
    vi.unstubAllEnvs();
  }
});
