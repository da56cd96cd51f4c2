import { beforeEach, describe, expect, it } from "vitest";
import { forgetProject } from "../../test/support/forget-project.js";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import { Jar } from "../cookies/jar.js";
import { SessionStore } from "./store.js";

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];
let visit: Visitor["visit"];

beforeEach(() => {
  ({ memory, box, sessions, signedIn, visit } = createVisitor());
});

function endDuring(path: string): void {
  memory.faults.add({
    path,
    respond: () => {
      const store = new SessionStore(memory.backend, new Jar(box.getAll(), { secure: false }));
      const read = store.read();
      if (read.status === "whole") store.ends.record(read.session, { isVerified: true });
      return undefined;
    },
  });
}

describe("a sign-out", () => {
  it("ends the session even if a refresh is in flight in this process", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    const late = box.copy();
    let release = (): void => {};
    const gate = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    memory.faults.add({ path: "/auth/v1/token", respond: () => gate });
    const scope = sessions.open(late.request("/"));
    const refreshing = scope.session();
    const leaving = sessions.handle(box.post("/auth/sign-out"));
    release();
    await refreshing;
    late.take(scope.apply(new Response("late")));
    box.take(await leaving);
    for (const [name, value] of late.cookies)
      if (!box.cookies.has(name)) box.cookies.set(name, value);
    expect((await visit({ isReadOnly: true })).session.status).toBe("unauthenticated");
    expect((await visit()).session.status).toBe("unauthenticated");
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("ends the session even if a refresh in flight completes after the sign-out", async () => {
    await signedIn();
    for (let count = 0; count < 2; count++) await visit({ isReadOnly: true });
    memory.clock.skip(3_700_000);
    const early = sessions.open(box.request("/"));
    endDuring("/auth/v1/token");
    expect(await early.session()).toEqual({ status: "unauthenticated" });
    const left = early.cookieChanges().map(({ name, options }) => [name, options.maxAge]);
    expect(left).toContainEqual([SESSION_COOKIE, 0]);
  });

  it.each([true, false])(
    "ends a session even while the server fetches the keys to verify the session (in a page: %s)",
    async (isReadOnly) => {
      await signedIn();
      endDuring("/auth/v1/.well-known");
      const { session, response } = await visit({ isReadOnly });
      expect(session).toEqual({ status: "unauthenticated" });
      expect(response.headers.getSetCookie().length > 0).toBe(!isReadOnly);
      expect(box.cookies.has(SESSION_COOKIE)).toBe(isReadOnly);
    },
  );

  it("sets a tombstone cookie that overrides a late Set-Cookie of another process", async () => {
    await signedIn();
    const lateCookies = new Map(box.cookies);
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    for (const [name, value] of lateCookies) box.cookies.set(name, value);
    forgetProject(memory.backend.url);
    const page = await visit({ isReadOnly: true });
    expect(page.session).toEqual({ status: "unauthenticated" });
    expect(page.response.headers.getSetCookie()).toEqual([]);
  });

  it("ends the session even if a request that began earlier forces a refresh", async () => {
    await signedIn();
    await visit();
    let release = (): void => {};
    const gate = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    memory.faults.add({ path: "/auth/v1/token", respond: () => gate });
    const early = sessions.open(box.request("/"));
    const refreshing = early.refresh();
    await sessions.handle(box.post("/auth/sign-out"));
    release();
    expect(await refreshing).toEqual({ status: "unauthenticated" });
    const lines = early.apply(new Response("late")).headers.getSetCookie();
    expect(lines.filter((line) => line.startsWith(`${SESSION_COOKIE}=1`))).toEqual([]);
  });

  it("with older tokens ends the session even in a browser with newer tokens", async () => {
    await signedIn();
    const older = box.copy();
    box.take(
      await sessions.handle(
        box.post("/auth/refresh", {
          body: '{"force":true}',
          headers: { "content-type": "application/json" },
        }),
      ),
    );
    await sessions.handle(older.post("/auth/sign-out"));
    expect((await visit()).session).toEqual({ status: "unauthenticated" });
  });

  it("does not end a later sign-in of the same user", async () => {
    await signedIn();
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    await signedIn();
    expect((await visit()).session.status).toBe("authenticated");
  });

  it("with a forged cookie does not end the session whose id the cookie contains", async () => {
    await signedIn();
    const { session } = await visit();
    const id = session.status === "authenticated" ? session.claims.session_id : "";
    const forged = `${btoa('{"alg":"ES256","kid":"x"}')}.${btoa(JSON.stringify({ session_id: id }))}.x`;
    const attacker = memory.createJar();
    memory.seed(attacker, {
      ...(await memory.auth.signIn()),
      access_token: forged.replaceAll("=", ""),
      refresh_token: "guess",
    });
    await sessions.handle(attacker.post("/auth/sign-out"));
    expect((await visit()).session.status).toBe("authenticated");
  });
});
