import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { ask, isAnswer } from "./http.js";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const countDown = () =>
  serve(({ url = "" }, response) => {
    const rest = Number(url.slice(1));
    if (rest === 0) response.end("page");
    else response.writeHead(307, { location: `/${rest - 1}` }).end();
  });

async function get(url: string, isFollowing = true) {
  const found = await ask(new URL(url), { isFollowing, now: Date.now });
  if (!isAnswer(found)) throw new Error(found.reason);
  return { path: found.url.pathname, status: found.status, body: found.body };
}

it("ask() follows up to five redirects of a site, and returns the sixth", async () => {
  const origin = await countDown();
  expect(await get(`${origin}/5`)).toEqual({ path: "/0", status: 200, body: "page" });
  expect(await get(`${origin}/6`)).toEqual({ path: "/1", status: 307, body: "" });
});

it("ask() returns the first redirect if `isFollowing` is false", async () => {
  expect(await get(`${await countDown()}/1`, false)).toMatchObject({ path: "/1", status: 307 });
});

it("ask() sends no request to another origin if a site redirects to that origin", async () => {
  const asked: string[] = [];
  const other = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  const origin = await serve((_request, response) => {
    response.writeHead(302, { location: `${other}/elsewhere` }).end();
  });
  expect(await get(`${origin}/here`)).toMatchObject({ path: "/here", status: 302 });
  expect(asked).toEqual([]);
});

it("ask() returns a redirect to the same address instead of following the redirect", async () => {
  let count = 0;
  const origin = await serve(({ url }, response) => {
    count += 1;
    response.writeHead(302, { location: url ?? "/" }).end();
  });
  expect(await get(`${origin}/loop`)).toMatchObject({ path: "/loop", status: 302 });
  expect(count).toBe(1);
});
