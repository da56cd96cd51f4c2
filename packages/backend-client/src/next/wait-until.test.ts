import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createNextTest, type NextVisitor } from "../testing/next/index.js";
import { createNextBackend, type NextBackend } from "./create-next-backend.js";

let memory: MemoryBackend;
let visitor: NextVisitor;
let app: NextBackend<unknown>;
let ended: string[];

beforeEach(() => {
  ended = [];
  memory = createMemoryBackend();
  visitor = createNextTest(memory);
  // The hooks are slow. If a request does not wait for them, it ends first, and the test fails.
  const slow = (name: string) => async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    ended.push(name);
  };
  app = createNextBackend(memory.backend, {
    hooks: { refreshed: slow("refreshed"), refused: slow("refused"), signedOut: slow("signedOut") },
  });
});

async function bringForgedSession(): Promise<void> {
  const tokens = await visitor.signIn();
  const [head, body] = tokens.access_token.split(".");
  const access_token = `${head}.${body}.${"A".repeat(86)}`;
  memory.seed(visitor.jar, { ...tokens, access_token });
}

describe("the background work of a request", () => {
  it("finishes before a page request ends", async () => {
    await bringForgedSession();
    await visitor.page("/", app.getSession);
    expect(ended).toEqual(["refused"]);
  });

  it("finishes before an action request ends", async () => {
    await visitor.signIn();
    await visitor.action(
      "/",
      app.guestAction(async ({ backend }) => backend.auth.signOut()),
    );
    expect(ended).toEqual(["signedOut"]);
  });

  it("finishes before a route handler request ends", async () => {
    await visitor.signIn();
    await visitor.request("/auth/sign-out", app.handlers.POST, { method: "POST" });
    expect(ended).toEqual(["signedOut"]);
  });

  it("finishes before a proxy request ends", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    await visitor.request("/", app.proxy);
    expect(ended).toEqual(["refreshed"]);
  });

  it("finishes after the response when the proxy runs outside a Next request", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    await app.proxy(new NextRequest(visitor.jar.request("/")));
    expect(ended).toEqual([]);
    await vi.waitUntil(() => ended.length > 0);
    expect(ended).toEqual(["refreshed"]);
  });
});
