import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createMemoryBackend, createMemoryJar } from "../../src/testing/index.js";
import { MIA } from "./backend.js";
import { makeDue } from "./make-due.js";
import { buildNextApp, type NextApp, type NextBuild } from "./next-app.js";
import { describeCookies } from "./next-cookies.js";
import { describeSiblings } from "./next-siblings.js";
import { describeTabs } from "./next-tabs.js";

describe("the packed SDK in a Next app (slow)", () => {
  let build: NextBuild;
  let app: NextApp;
  beforeAll(async () => {
    build = await buildNextApp(inject("tarball"));
    app = await build.serve();
  }, 360_000);
  afterAll(() => build?.close(), 60_000);

  it("renders a visitor as unauthenticated, on the server and in the client component", async () => {
    const response = await app.send(createMemoryJar(), "/");
    const html = await response.text();
    expect(html).toContain("server unauthenticated");
    expect(html).toContain("client unauthenticated");
  });

  it("signs in by a form without scripts after a wrong password, writes and reads data as the user, and signs out", async () => {
    const box = createMemoryJar();
    const wrong = await app.submit(box, { ...MIA, password: "wrong" });
    expect(wrong.headers.get("location")).toContain("error=invalid_credentials");

    const right = await app.submit(box, MIA);
    expect([right.status, right.headers.get("location")]).toEqual([303, "/"]);
    const html = await (await app.send(box, "/")).text();
    expect(html).toContain("server authenticated");
    expect(html).toContain("client authenticated");

    const written = await app.submit(box, { body: "from an action" });
    expect(written.headers.get("location")).toMatch(/^\/\?by=[\da-f-]{36}$/);
    expect(await (await app.send(box, "/")).text()).toContain("<li>from an action</li>");

    const { origin } = app;
    const out = await app.send(box, "/auth/sign-out", { method: "POST", headers: { origin } });
    expect(await out.json()).toEqual({ status: "unauthenticated" });
    expect(await (await app.send(box, "/")).text()).toContain("server unauthenticated");
  });

  it("redirects a signed-out visitor to the sign-in page instead of running the action", async () => {
    const box = createMemoryJar();
    await app.submit(box, MIA);
    const html = await (await app.send(box, "/")).text();
    const id = /name="(\$ACTION_ID_[^"]*)"/.exec(html)?.[1] ?? "";
    const body = new FormData();
    body.set(id, "");
    body.set("body", "from nobody");
    const response = await app.send(createMemoryJar(), "/", {
      method: "POST",
      body,
      headers: { origin: app.origin },
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-in"]);
    expect(await (await app.send(box, "/")).text()).not.toContain("from nobody");
  });

  it("sets no cookies for a visitor, refreshes a due session before the page runs, and returns the session from the handler", async () => {
    const visitor = await app.send(createMemoryJar(), "/");
    expect(visitor.headers.getSetCookie()).toEqual([]);
    const box = createMemoryJar();
    await app.submit(box, MIA);
    makeDue(box);
    const before = box.cookies.get("sb-session");
    const page = await app.send(box, "/");
    expect(await page.text()).toContain("server authenticated");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(box.cookies.get("sb-session")).not.toBe(before);
    const answer = await app.send(box, "/auth/session", { headers: { "x-backend-client": "1" } });
    expect(await answer.json()).toMatchObject({
      status: "authenticated",
      claims: { email: MIA.email },
      accessToken: expect.any(String),
    });
  });

  it("shares one session state between proxy, pages and routes, which Next loads separately", async () => {
    const box = createMemoryJar();
    await app.submit(box, MIA);
    makeDue(box);
    const boxes = Array.from({ length: 30 }, () => box.copy());
    app.backend.calls.length = 0;
    const seen = await Promise.all(
      boxes.map(async (mine, index) => {
        if (index % 2 === 0) return (await app.send(mine, "/")).text();
        const headers = { "x-backend-client": "1" };
        return (await app.send(mine, "/auth/session", { headers })).text();
      }),
    );
    for (const text of seen) expect(text).toMatch(/server authenticated|"status":"authenticated"/);
    expect(app.backend.count("POST /auth/v1/token")).toBe(1);
    expect(app.backend.count("GET /auth/v1/.well-known/jwks.json")).toBe(0);

    const late = box.copy();
    const { origin } = app;
    await app.send(boxes[1] ?? box, "/auth/sign-out", { method: "POST", headers: { origin } });
    app.backend.calls.length = 0;
    expect(await (await app.send(late, "/")).text()).toContain("server unauthenticated");
    expect(app.backend.calls).toEqual([]);
  });

  it("verifies and refreshes sessions in Next's edge runtime", async () => {
    const box = createMemoryJar();
    expect(await (await app.send(box, "/edge")).json()).toEqual({ status: "unauthenticated" });
    await app.submit(box, MIA);
    await app.submit(box, { body: "read at the edge" });
    makeDue(box);
    const before = box.cookies.get("sb-session");
    const route = await app.send(box, "/edge");
    expect(await route.json()).toMatchObject({
      status: "authenticated",
      rows: expect.arrayContaining([{ body: "read at the edge" }]),
    });
    expect(box.cookies.get("sb-session")).not.toBe(before);
    expect(await (await app.send(box, "/edge/page")).text()).toContain("edge authenticated");
  });

  it("still refreshes sessions after five requests with forged tokens, and those requests do not call the service", async () => {
    const box = createMemoryJar();
    await app.submit(box, MIA);
    const asScript = { headers: { "x-backend-client": "1" } };
    const { claims } = await (await app.send(box, "/auth/session", asScript)).json();
    const memory = createMemoryBackend();
    memory.clock.setDate(Date.now());
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    app.backend.calls.length = 0;
    for (let count = 0; count < 5; count++) {
      const made = createMemoryJar();
      memory.seed(made, {
        access_token: `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.AAAA`,
        refresh_token: "made-up-token",
        expires_in: 3600,
      });
      const headers = { purpose: "prefetch", "x-backend-outage": "1" };
      expect((await app.send(made, "/", { headers })).status).toBe(200);
    }
    expect(app.backend.calls).toEqual([]);
    makeDue(box);
    const before = box.cookies.get("sb-session");
    expect(await (await app.send(box, "/")).text()).toContain("server authenticated");
    expect(app.backend.count("POST /auth/v1/token")).toBe(1);
    expect(box.cookies.get("sb-session")).not.toBe(before);
  });

  describeCookies(() => build);
  describeSiblings(() => build);
  describeTabs(() => build);
});
