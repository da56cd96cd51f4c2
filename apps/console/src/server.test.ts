import { defineBackend } from "@dossier/backend-client";
import { afterEach, expect, it } from "vitest";
import { type ConsoleServer, startServer } from "./server.js";

let server: ConsoleServer | undefined;
afterEach(() => server?.close());

/** No server listens at this address. */
const backend = defineBackend({ url: "http://127.0.0.1:9", anonKey: "sb_publishable_test" });

it("the console serves the sign-in page and the style sheet while the backend is unreachable", async () => {
  server = await startServer({ backend, port: 0 });
  const page = await fetch(`${server.address}/sign-in`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<h1>Sign in")]);
  const style = await fetch(`${server.address}/style.css`);
  expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8");
});

it("the console serves the SDK's session and sign-out handlers", async () => {
  server = await startServer({ backend, port: 0 });
  const session = await fetch(`${server.address}/auth/session`, {
    headers: { "x-backend-client": "1" },
  });
  expect(await session.json()).toEqual({ status: "unauthenticated" });
  const out = await fetch(`${server.address}/auth/sign-out`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ next: "/sign-in" }),
    headers: { origin: server.address },
  });
  expect([out.status, out.headers.get("location")]).toEqual([303, "/sign-in"]);
  expect((await fetch(`${server.address}/auth/nothing`)).status).toBe(404);
});

it("the sign-in form reports an outage, not a wrong password, if the backend is unreachable", async () => {
  server = await startServer({ backend, port: 0 });
  const page = await fetch(`${server.address}/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ email: "a@example.test", password: "x" }),
    headers: { origin: server.address },
  });
  expect([page.status, await page.text()]).toEqual([
    422,
    expect.stringContaining("The sign-in service isn’t working right now"),
  ]);
});
