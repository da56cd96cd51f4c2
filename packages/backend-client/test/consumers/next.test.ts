import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { LocalBackend } from "@dossier/local-backend";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createMemoryJar, type MemoryJar } from "../../src/testing/index.js";
import { MIA, openBackend } from "./backend.js";
import { cleanEnvironment, createProject, type Project } from "./package.js";

const require = createRequire(import.meta.url);
const version = (name: string): string => `${name}@${require(`${name}/package.json`).version}`;

/** Reads what a server prints until it names its address. */
async function readAddress(server: ChildProcess): Promise<string> {
  for await (const line of createInterface(server.stdout ?? Readable.from([]))) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("The server ended without saying where it listens.");
}

// The slowest file of the package: it installs Next from the registry and builds an app with it.
describe("the packed SDK in a Next app (slow)", () => {
  let project: Project;
  let backend: LocalBackend;
  let server: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    // So short that a refresh is due at every request.
    backend = await openBackend({ tokenSeconds: 100 });
    project = await createProject(inject("tarball"), "next", {
      with: ["next", "react", "react-dom"].map(version),
    });
    const next = join(project.dir, "node_modules/next/dist/bin/next");
    await project.run("node", next, "build");
    server = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", "0"], {
      cwd: project.dir,
      env: {
        ...cleanEnvironment(),
        SUPABASE_URL: backend.urls.api,
        SUPABASE_ANON_KEY: backend.keys.publishable,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    origin = await readAddress(server);
    server.stdout?.resume();
  }, 240_000);
  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill();
      await once(server, "exit");
    }
    await backend?.stop();
    project?.remove();
  });

  /** Sends a request as one browser and keeps its cookies. */
  const send = async (box: MemoryJar, path: string, init: RequestInit = {}) =>
    box.take(
      await fetch(new URL(path, origin), {
        ...init,
        redirect: "manual",
        headers: { ...init.headers, cookie: box.header() },
      }),
    );

  /** Fills in the page's form and sends it as a browser without scripts would. */
  const submit = async (box: MemoryJar, fields: Record<string, string>) => {
    const html = await (await send(box, "/")).text();
    const body = new FormData();
    for (const [tag] of html.matchAll(/<input type="hidden"[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(tag)?.[1] ?? "";
      body.set(name, /value="([^"]*)"/.exec(tag)?.[1]?.replaceAll("&quot;", '"') ?? "");
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return send(box, "/", { method: "POST", body, headers: { origin } });
  };

  it("renders a page for a visitor, on the server and in the client component", async () => {
    const response = await send(createMemoryJar(), "/");
    const html = await response.text();
    expect(html).toContain("server unauthenticated");
    expect(html).toContain("client unauthenticated");
  });

  it("signs in by a form without scripts, acts as the user, signs out", async () => {
    const box = createMemoryJar();
    const wrong = await submit(box, { ...MIA, password: "wrong" });
    expect(wrong.headers.get("location")).toContain("error=invalid_credentials");

    const right = await submit(box, MIA);
    expect([right.status, right.headers.get("location")]).toEqual([303, "/"]);
    const html = await (await send(box, "/")).text();
    expect(html).toContain("server authenticated");
    expect(html).toContain("client authenticated");

    const written = await submit(box, { body: "from an action" });
    expect(written.headers.get("location")).toMatch(/^\/\?by=[\da-f-]{36}$/);
    expect(await (await send(box, "/")).text()).toContain("<li>from an action</li>");

    const out = await send(box, "/auth/sign-out", { method: "POST", headers: { origin } });
    expect(await out.json()).toEqual({ status: "unauthenticated" });
    expect(await (await send(box, "/")).text()).toContain("server unauthenticated");
  });

  it("keeps the action from visitors", async () => {
    const box = createMemoryJar();
    await submit(box, MIA);
    const html = await (await send(box, "/")).text();
    const id = /name="(\$ACTION_ID_[^"]*)"/.exec(html)?.[1] ?? "";
    const body = new FormData();
    body.set(id, "");
    body.set("body", "from nobody");
    const response = await send(createMemoryJar(), "/", {
      method: "POST",
      body,
      headers: { origin },
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-in"]);
    expect(await (await send(box, "/")).text()).not.toContain("from nobody");
  });

  it("answers the handlers, and refreshes in the proxy before a page", async () => {
    const visitor = await send(createMemoryJar(), "/");
    expect(visitor.headers.getSetCookie()).toEqual([]);
    const box = createMemoryJar();
    await submit(box, MIA);
    const before = box.cookies.get("sb-session");
    const page = await send(box, "/");
    expect(await page.text()).toContain("server authenticated");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(box.cookies.get("sb-session")).not.toBe(before);
    const answer = await send(box, "/auth/session", { headers: { "x-backend-client": "1" } });
    expect(await answer.json()).toMatchObject({
      status: "authenticated",
      claims: { email: MIA.email },
      accessToken: expect.any(String),
    });
  });
});
