import { expect, it } from "vitest";
import { createMemoryJar, createVirtualClock } from "./index.js";

const response = (...lines: string[]) => {
  const headers = new Headers();
  for (const line of lines) headers.append("set-cookie", line);
  return new Response(null, { headers });
};

it("keeps what is set, forgets what is removed, and sends the rest", () => {
  const jar = createMemoryJar();
  jar.take(response("a=1; Path=/; Max-Age=60; HttpOnly", "b=x%20y", "c=3"));
  jar.take(response("c=; Max-Age=0", "a=2; Max-Age=60"));
  expect(jar.header()).toBe("a=2; b=x%20y");
  expect(jar.getAll()).toEqual([
    { name: "a", value: "2" },
    { name: "b", value: "x y" },
  ]);
});

it("ends cookies by the clock it was given", () => {
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

it("makes requests as a browser of the site marks them", () => {
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

it("copies are another browser", () => {
  const jar = createMemoryJar();
  jar.cookies.set("a", "1");
  const other = jar.copy();
  other.cookies.delete("a");
  expect(jar.header()).toBe("a=1");
});
