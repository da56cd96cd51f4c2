import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { LocalBackend } from "@dossier/local-backend";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import workerd from "workerd";
import { createMemoryBackend, createMemoryJar, type MemoryJar } from "../../src/testing/index.js";
import { MIA, openBackend } from "./backend.js";
import { type CountingProxy, openCountingProxy } from "./counting-proxy.js";
import { makeDue } from "./make-due.js";
import { createProject, type Project } from "./package.js";

const KEYS = "GET /auth/v1/.well-known/jwks.json";

/** @see https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
function configOf(flags: string[], variables: Record<string, string>): string {
  const text = JSON.stringify;
  const bindings = Object.entries(variables).map(
    ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
  );
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "loopback", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
);
const app :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.mjs")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = [${flags.map(text)}],
  bindings = [${bindings}],
  globalOutbound = "loopback",
);
`;
}

interface Worker {
  origin: string;
  /** Sends a request as one browser and keeps its cookies. */
  send(box: MemoryJar, path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

async function readPort(server: ChildProcess): Promise<number> {
  for await (const line of createInterface(server.stdio[3] as Readable)) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event === "listen") return port;
  }
  throw new Error("workerd ended without saying where it listens.");
}

async function serve(project: Project, config: string): Promise<Worker> {
  const file = join(project.dir, `${crypto.randomUUID()}.capnp`);
  writeFileSync(file, config);
  const server = spawn(workerd, ["serve", file, "--control-fd=3"], {
    cwd: project.dir,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const origin = `http://127.0.0.1:${await readPort(server)}`;
  return {
    origin,
    async send(box, path, init = {}) {
      const headers = { ...init.headers, cookie: box.header() };
      return box.take(await fetch(origin + path, { ...init, redirect: "manual", headers }));
    },
    async stop() {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, "exit");
    },
  };
}

describe("the packed SDK in workerd", () => {
  let project: Project;
  let local: LocalBackend;
  let backend: CountingProxy;
  let issuer: string;

  beforeAll(async () => {
    project = await createProject(inject("tarball"), "workerd");
    await build({
      entryPoints: [join(project.dir, "worker.js")],
      outfile: join(project.dir, "bundle.mjs"),
      bundle: true,
      format: "esm",
      // As in Wrangler. This platform does not have Node's modules, so importing one fails the
      // build.
      platform: "browser",
      conditions: ["workerd", "worker", "browser"],
      logLevel: "silent",
    });
    local = await openBackend();
    backend = await openCountingProxy(local.urls.api);
    issuer = `${local.urls.api}/auth/v1`;
  }, 240_000);
  afterAll(async () => {
    await backend?.close();
    await local?.stop();
    project?.remove();
  });

  describe.each([
    // The default from 2026-08-04 on.
    { name: "with nodejs_compat", flags: [] },
    { name: "without nodejs_compat", flags: ["no_nodejs_compat", "no_nodejs_compat_v2"] },
  ])("$name", ({ flags }) => {
    let app: Worker;

    beforeEach(async () => {
      const variables = { url: backend.url, anonKey: local.keys.publishable, issuer };
      app = await serve(project, configOf(flags, variables));
    }, 60_000);
    afterEach(() => app?.stop());

    const look = async (box: MemoryJar) => (await app.send(box, "/")).json();
    const signIn = async (box: MemoryJar) => {
      const response = await app.send(box, "/sign-in", {
        method: "POST",
        body: JSON.stringify(MIA),
      });
      expect(await response.json()).toEqual({ error: null });
    };

    it("signs in, refreshes, reads as the user and signs out", async () => {
      const box = createMemoryJar({ origin: app.origin });
      expect(await look(box)).toEqual({ status: "unauthenticated", hasRows: false });
      await signIn(box);
      makeDue(box);
      const before = box.cookies.get("sb-session");
      expect(await look(box)).toEqual({
        status: "authenticated",
        email: MIA.email,
        hasRows: true,
      });
      expect(box.cookies.get("sb-session")).not.toBe(before);
      const headers = { origin: app.origin };
      const out = await app.send(box, "/auth/sign-out", { method: "POST", headers });
      expect(await out.json()).toEqual({ status: "unauthenticated" });
      expect(await look(box)).toEqual({ status: "unauthenticated", hasRows: false });
    });

    it("refreshes once for twenty requests", async () => {
      const box = createMemoryJar({ origin: app.origin });
      await signIn(box);
      makeDue(box);
      backend.calls.length = 0;
      const seen = await Promise.all(Array.from({ length: 20 }, () => look(box.copy())));
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
      expect(backend.count("POST /auth/v1/token")).toBe(1);
    });

    it("fetches the keys again when the request that started the fetch has ended", async () => {
      const memory = createMemoryBackend();
      memory.clock.setDate(Date.now());
      const unknown = createMemoryJar({ origin: app.origin });
      memory.seed(
        unknown,
        await memory.auth.signIn({ lifetimeSeconds: -5, claims: { iss: issuer } }),
      );
      const release = backend.hold(KEYS);
      // Its refresh waits a second for the keys, and then ends the session.
      expect(await look(unknown)).toMatchObject({ status: "unauthenticated" });
      release();
      const box = createMemoryJar({ origin: app.origin });
      await signIn(box);
      expect(await look(box)).toMatchObject({ status: "authenticated", email: MIA.email });
    });
  });
});
