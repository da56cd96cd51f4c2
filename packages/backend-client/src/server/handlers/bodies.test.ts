import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../../test/support/visitor.js";

const LIMIT = 64 * 1024;
const FORM = "application/x-www-form-urlencoded";

let visitor: Visitor;
beforeEach(async () => {
  visitor = createVisitor();
  await visitor.signedIn();
  visitor.memory.calls.length = 0;
});

function stream(start: string, bytes: number) {
  let left = bytes - start.length;
  let pulled = start.length;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull(controller) {
      if (left <= 0) return controller.close();
      const length = Math.min(left, 10_000);
      left -= length;
      pulled += length;
      controller.enqueue(new Uint8Array(length).fill(120));
    },
  });
  return { body, pulled: () => pulled };
}

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const { sessions, box } = visitor;
  const init = { body, duplex: "half", headers: { "content-type": FORM, ...headers } };
  return sessions.handle(box.post(path, init as RequestInit));
}

const PATHS = ["/auth/refresh", "/auth/sign-out", "/auth/confirm"];

describe.each(PATHS)("a body for POST %s", (path) => {
  it("is refused with 413 above 64 kB without reading the rest", async () => {
    const { body, pulled } = stream("scope=global&pad=", 50_000_000);
    const response = await post(path, body);
    expect(response.status).toBe(413);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(pulled()).toBeLessThan(LIMIT + 30_000);
    expect(visitor.memory.calls).toEqual([]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("is refused unread when `Content-Length` is above 64 kB", async () => {
    const { body, pulled } = stream("scope=global&pad=", 50_000_000);
    const response = await post(path, body, { "content-length": String(LIMIT + 1) });
    expect(response.status).toBe(413);
    expect(pulled()).toBeLessThan(30_000);
  });

  it("is refused for a wrong origin before the handler checks the body's length", async () => {
    const { body } = stream("pad=", 50_000_000);
    const response = await post(path, body, { "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(403);
  });
});

describe("a body of exactly 64 kB", () => {
  const send = (bytes: number, start: string, headers: Record<string, string> = {}) =>
    post("/auth/sign-out", stream(start, bytes).body, headers);

  it("is read completely", async () => {
    const response = await send(LIMIT, "next=/bye&pad=");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/bye"]);
    expect((await send(LIMIT + 1, "next=/bye&pad=")).status).toBe(413);
  });

  it("is accepted with a `Content-Length` header", async () => {
    const announced = { "content-length": String(LIMIT) };
    expect((await send(LIMIT, "next=/bye&pad=", announced)).status).toBe(303);
  });
});

describe("the fields of a request body", () => {
  const signOut = (body: BodyInit, type: string) =>
    post("/auth/sign-out", body, { "content-type": type });

  it("are read from JSON", async () => {
    expect((await signOut('{"scope":"global"}', "application/json; charset=utf-8")).status).toBe(
      200,
    );
    expect(visitor.memory.count("/auth/v1/logout")).toBe(1);
  });

  it.each([
    ["invalid JSON", "{", "application/json"],
    ["JSON without fields", "null", "application/json"],
    ["JSON with a string", '"scope"', "application/json"],
    ["an invalid form", "x", "multipart/form-data; boundary=y"],
    ["another content type", "scope=global", "text/plain"],
  ])("may be missing: a sign-out with %s succeeds", async (_name, body, type) => {
    const response = await signOut(body, type);
    expect([200, 303]).toContain(response.status);
  });

  it("are never read from an uploaded file", async () => {
    const form = new FormData();
    form.set("next", new File(["/bye"], "next.txt"));
    const { sessions, box } = visitor;
    const response = await sessions.handle(box.post("/auth/sign-out", { body: form }));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
  });

  it("are read from a multipart form, without its files", async () => {
    const form = new FormData();
    form.set("next", "/bye");
    form.set("scope", new File(["global"], "scope.txt"));
    const { sessions, box } = visitor;
    const response = await sessions.handle(box.post("/auth/sign-out", { body: form }));
    expect(response.headers.get("location")).toBe("/bye");
  });
});

describe("POST confirm", () => {
  const FOREIGN = [
    { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  it.each(FOREIGN)(
    "signs no user in and leaves the link valid when the request is not same-origin (%j)",
    async (headers) => {
      const { memory, box, sessions } = visitor;
      const email = "ada@b.test";
      memory.auth.createUser({ email });
      await sessions.open(box.request("/")).auth.signInWithOtp({ email });
      const hash = memory.mailbox.last()?.tokenHash ?? "";
      expect(hash).not.toBe("");
      memory.calls.length = 0;
      const body = new URLSearchParams({ token_hash: hash, type: "email" });
      const response = await sessions.handle(box.post("/auth/confirm", { body, headers }));
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: { code: "origin_mismatch" } });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(memory.calls).toEqual([]);
      const own = await sessions.handle(box.post("/auth/confirm", { body }));
      expect([own.status, own.headers.get("location")]).toEqual([303, "/"]);
    },
  );
});
