import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { MemoryJar } from "../../src/testing/index.js";
import { openBackend } from "./backend.js";
import { type Answered, type CountingProxy, openCountingProxy } from "./counting-proxy.js";
import { cleanEnvironment, createProject, type Project } from "./package.js";

const require = createRequire(import.meta.url);
const version = (name: string): string => `${name}@${require(`${name}/package.json`).version}`;

const NEXT = "node_modules/next/dist/bin/next";

export interface NextApp {
  origin: string;
  backend: CountingProxy;
  send(box: MemoryJar, path: string, init?: RequestInit): Promise<Response>;
  submit(box: MemoryJar, fields: Record<string, string>, path?: string): Promise<Response>;
}

export async function readAddress(server: ChildProcess): Promise<string> {
  for await (const line of createInterface(server.stdout ?? Readable.from([]))) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("The server ended without saying where it listens.");
}

function createBrowserCalls(origin: string): Pick<NextApp, "send" | "submit"> {
  const send: NextApp["send"] = async (box, path, init = {}) =>
    box.take(
      await fetch(new URL(path, origin), {
        ...init,
        redirect: "manual",
        headers: { ...init.headers, cookie: box.header() },
      }),
    );
  return {
    send,
    async submit(box, fields, path = "/") {
      const html = await (await send(box, path)).text();
      const body = new FormData();
      for (const [tag] of html.matchAll(/<input type="hidden"[^>]*>/g)) {
        const name = /name="([^"]*)"/.exec(tag)?.[1] ?? "";
        body.set(name, /value="([^"]*)"/.exec(tag)?.[1]?.replaceAll("&quot;", '"') ?? "");
      }
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return send(box, path, { method: "POST", body, headers: { origin } });
    },
  };
}

class Undo {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async all(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

interface ServeOptions {
  cookieDomain?: string;
  upgradedOn?: string;
  now?: () => number;
  answered?: Answered;
}

export interface NextBuild {
  output: string;
  dir: string;
  /** Starts the app. Calls `answered` with the body of each response of the backend. */
  serve(options?: ServeOptions): Promise<NextApp>;
  close(): Promise<void>;
}

async function serve(
  project: Project,
  undo: Undo,
  { cookieDomain, upgradedOn, now, answered }: ServeOptions,
): Promise<NextApp> {
  const local = await openBackend(now ? { now } : {});
  undo.add(() => local.stop());
  const backend = await openCountingProxy(local.urls.api, answered);
  undo.add(backend.close);
  const server = spawn(
    process.execPath,
    [join(project.dir, NEXT), "start", "-H", "127.0.0.1", "-p", "0"],
    {
      cwd: project.dir,
      env: {
        ...cleanEnvironment(),
        // The app passes the whole `process.env`, so Next does not write these variables into the
        // build.
        NEXT_PUBLIC_SUPABASE_URL: backend.url,
        NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: local.keys.publishable,
        ...(cookieDomain ? { COOKIE_DOMAIN: cookieDomain } : {}),
        ...(upgradedOn ? { UPGRADED_ON: upgradedOn } : {}),
        SUPABASE_ISSUER: `${local.urls.api}/auth/v1`,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  undo.add(async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, "exit");
  });
  const origin = await readAddress(server);
  server.stdout?.resume();
  return { origin, backend, ...createBrowserCalls(origin) };
}

export async function buildNextApp(
  tarball: string,
  fixture = "next",
  { base, packages = [] }: { base?: string; packages?: readonly string[] } = {},
): Promise<NextBuild> {
  const project = await createProject(tarball, fixture, {
    base,
    with: ["next", "react", "react-dom", ...packages].map(version),
  });
  const undo = new Undo();
  undo.add(project.remove);
  let output: string;
  try {
    output = await project.run("node", NEXT, "build");
  } catch (error) {
    await undo.all();
    throw error;
  }
  return {
    output,
    dir: project.dir,
    serve: (options = {}) => serve(project, undo, options),
    close: () => undo.all(),
  };
}
