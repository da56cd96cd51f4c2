import { describe, expect, it } from "vitest";
import { createMemoryJar, createVirtualClock } from "./index.js";

const response = (...lines: string[]) => {
  const headers = new Headers();
  for (const line of lines) headers.append("set-cookie", line);
  return new Response(null, { headers });
};

it("a memory jar stores cookies of a response, drops removed cookies, and sends the remaining cookies", () => {
  const jar = createMemoryJar();
  jar.take(response("a=1; Path=/; Max-Age=60; HttpOnly", "b=x%20y", "c=3"));
  jar.take(response("c=; Max-Age=0", "a=2; Max-Age=60"));
  expect(jar.header()).toBe("a=2; b=x%20y");
  expect(jar.getAll()).toEqual([
    { name: "a", value: "2" },
    { name: "b", value: "x y" },
  ]);
});

it("a memory jar expires cookies by the given clock", () => {
  const clock = createVirtualClock();
  const jar = createMemoryJar({ clock });
  jar.take(response("short=1; Max-Age=10", "session=1"));
  clock.skip(9_999);
  expect(jar.header()).toBe("short=1; session=1");
  clock.skip(1);
  expect(jar.header()).toBe("session=1");
  jar.take(response("short=2; Max-Age=10"));
  clock.skip(5_000);
  jar.take(response("short=3; Max-Age=10"));
  clock.skip(9_999);
  expect(jar.cookies.get("short")).toBe("3");
});

it("a memory jar creates requests with the headers of a browser on the site", () => {
  const jar = createMemoryJar({ origin: "https://app.example.com" });
  jar.cookies.set("a", "1");
  const post = jar.post("/x", { body: "{}", headers: { "content-type": "application/json" } });
  expect(post.url).toBe("https://app.example.com/x");
  expect(Object.fromEntries(post.headers)).toMatchObject({
    cookie: "a=1",
    host: "app.example.com",
    origin: "https://app.example.com",
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  });
  expect(jar.request("/").headers.get("sec-fetch-site")).toBeNull();
  expect(jar.script("/s").method).toBe("GET");
});

it("a copy of a memory jar has the same cookies, and changes to the copy do not affect the original", () => {
  const jar = createMemoryJar();
  jar.cookies.set("a", "1");
  const other = jar.copy();
  other.cookies.delete("a");
  expect(jar.header()).toBe("a=1");
});

describe("a memory jar with the rules of a browser", () => {
  const at = (origin: string) => createMemoryJar({ origin });

  it("stores a cookie of the host and a cookie of the parent domain separately if they have the same name", () => {
    const app = at("https://app.example.com");
    app.take(response("a=host; Path=/", "a=parent; Domain=example.com; Path=/"));
    expect(app.header()).toBe("a=host; a=parent");
    expect(app.at("https://other.example.com").header()).toBe("a=parent");
    app.take(response("a=; Max-Age=0; Path=/"));
    expect(app.header()).toBe("a=parent");
    app.take(response("a=; Max-Age=0; Domain=.EXAMPLE.com; Path=/"));
    expect(app.header()).toBe("");
  });

  it("refuses a cookie whose Domain does not include the host", () => {
    const app = at("https://app.example.com");
    app.take(response("a=1; Domain=other.example.com", "b=1; Domain=com", "c=1; Domain=ple.com"));
    expect(app.header()).toBe("");
    const address = at("http://127.0.0.1:3000");
    address.take(response("a=1; Domain=0.0.1", "b=1; Domain=127.0.0.1"));
    expect(address.header()).toBe("b=1");
  });

  it("sends a cookie only to the cookie's path, and sends cookies with longer paths first", () => {
    const app = at("https://app.example.com");
    app.take(response("a=all; Path=/", "a=docs; Path=/docs"));
    expect(app.header()).toBe("a=all");
    expect(app.header("/docsearch")).toBe("a=all");
    expect(app.request("/docs/x?y=/").headers.get("cookie")).toBe("a=docs; a=all");
  });

  it("does not store, send or overwrite Secure cookies over http", () => {
    const plain = at("http://app.example.com");
    plain.take(response("a=1; Secure"));
    expect(plain.header()).toBe("");
    const safe = plain.at("https://app.example.com");
    safe.take(response("a=safe; Secure; Path=/"));
    plain.take(response("a=1; Path=/", "a=2; Domain=example.com; Path=/"));
    expect([plain.header(), safe.header()]).toEqual(["", "a=safe"]);
  });

  it("accepts a __Host- cookie only with Secure, Path=/ and no Domain, and a __Secure- cookie only with Secure", () => {
    const app = at("https://app.example.com");
    app.take(
      response(
        "__Host-a=1; Path=/",
        "__Host-b=1; Secure; Path=/; Domain=app.example.com",
        "__host-c=1; Secure; Path=/x",
        "__Secure-d=1; Path=/",
        "__Host-e=1; Secure; Path=/",
      ),
    );
    expect(app.header("/x")).toBe("__Host-e=1");
    expect(app.at("https://other.example.com").header()).toBe("");
  });

  it("removes a cookie whose Expires has passed", () => {
    const app = at("https://app.example.com");
    app.take(response("a=1", "b=1"));
    app.take(response("a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"));
    expect(app.header()).toBe("b=1");
  });
});
