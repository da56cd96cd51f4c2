import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createClient,
  FunctionsHttpError,
  FunctionsRelayError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, type Project } from "./functions-project.ts";
import { MIA, tokenOf } from "./storage-people.ts";

const ENVIRONMENT = "Deno.serve(() => Response.json(Deno.env.toObject()));";
const REACHES = `
  import os from "node:os";
  const attempt = (run) => run().then(() => "allowed", (error) => error.name);
  Deno.serve(async () => Response.json({
    net: await attempt(() => fetch(Deno.env.get("SUPABASE_URL") + "/health").then((r) => r.text())),
    read: await attempt(() => Deno.readTextFile("_shared/shared.ts")),
    readAbove: await attempt(() => Deno.readTextFile("../config.toml")),
    write: await attempt(() => Deno.writeTextFile("_shared/written.ts", "")),
    run: await attempt(async () => new Deno.Command("/bin/true").output()),
    system: await attempt(async () => Deno.systemMemoryInfo()),
    machine: await attempt(async () => [os.hostname(), os.homedir(), os.release(), os.cpus(), os.userInfo()]),
  }));`;
const GREETS = 'import { greet } from "greeting"; Deno.serve(() => new Response(greet));';

let project: Project;
let backend: LocalBackend;
let client: SupabaseClient;

/** Environment of the developer's shell. Functions must receive only the last two variables. */
const SHELL = {
  PGPASSWORD: "p",
  AWS_SECRET_ACCESS_KEY: "a",
  SUPABASE_ACCESS_TOKEN: "s",
  NODE_OPTIONS: "--no-warnings",
  NPM_TOKEN: "n",
  SSL_CERT_DIR: "/etc/ssl/certs",
  no_proxy: "127.0.0.1",
};

beforeAll(async () => {
  for (const [name, value] of Object.entries(SHELL)) vi.stubEnv(name, value);
  project = createProject(
    {
      "plain/index.ts": "Deno.serve((r) => Response.json(r.headers.get('authorization')));",
      "page/index.ts":
        "Deno.serve((r) => new Response('<b>hi</b>', { headers: { 'content-type': new URL(r.url).searchParams.get('as') } }));",
      "says-503/index.ts": "Deno.serve(() => new Response('mine', { status: 503 }));",
      "listed/index.ts": ENVIRONMENT,
      "reaches/index.ts": REACHES,
      "bare-map/index.ts": GREETS,
      "config-map/index.ts": GREETS,
      "shared-map/index.ts": GREETS,
      "deno.json": '{ "imports": { "greeting": "./_shared/shared.ts" } }',
      "_shared/shared.ts": 'export const greet = "shared";',
      "_shared/bare.ts": 'export const greet = "bare";',
      "_shared/config.ts": 'export const greet = "config";',
      "own-map/deno.json": '{ "imports": { "greeting": "../_shared/own.ts" } }',
      "own-map/index.ts": GREETS,
      "own-options/deno.json":
        '{ "imports": { "greeting": "../_shared/own.ts" }, "compilerOptions": { "jsx": "react", "jsxFactory": "String" } }',
      "own-options/index.tsx":
        'import { greet } from "greeting"; Deno.serve(() => new Response(greet + <b/>));',
      "_shared/own.ts": 'export const greet = "own";',
      "maps/import_map.json": '{ "imports": { "greeting": "../_shared/bare.ts" } }',
      "maps/deno.json": '{ "imports": { "greeting": "../_shared/config.ts" } }',
      ".env": "FROM_FILE=file\nSUPABASE_DB_URL=postgres://elsewhere",
    },
    undefined,
    `
      [functions.listed]
      verify_jwt = false
      [functions.page]
      verify_jwt = false
      [functions.reaches]
      verify_jwt = false
      [functions.bare-map]
      verify_jwt = false
      import_map = "./functions/maps/import_map.json"
      [functions.own-options]
      verify_jwt = false
      entrypoint = "./functions/own-options/index.tsx"
      [functions.config-map]
      verify_jwt = false
      import_map = "./functions/maps/deno.json"
      [functions.own-map]
      verify_jwt = false
      [functions.shared-map]
      verify_jwt = false
    `,
  );
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  client = createClient(backend.urls.api, backend.keys.publishable);
});

afterAll(async () => {
  await backend?.stop();
  project?.remove();
  vi.unstubAllEnvs();
});

const url = (path: string) => `${backend.urls.api}/functions/v1/${path}`;
const workers = () =>
  readFileSync(join(backend.dataDir, "lock.json"), "utf8").match(/function [\w-]+/g) ?? [];

it("starts a function's process on the first call, and reuses it for the next call", async () => {
  expect(workers()).toEqual([]);
  await client.functions.invoke("plain");
  await client.functions.invoke("plain");
  expect(workers()).toEqual(["function plain"]);
});

it("requires a valid token, either a user's or an API key's, unless config.toml disables verify_jwt", async () => {
  const bare = await fetch(url("plain"));
  expect([bare.status, await bare.json()]).toEqual([401, { msg: "Missing authorization header" }]);
  const expired = await tokenOf(backend, MIA, { lifetimeSeconds: -5 });
  for (const token of ["a.b.c", "nonsense", expired]) {
    const refused = await fetch(url("plain"), { headers: { authorization: `Bearer ${token}` } });
    expect([refused.status, await refused.json()]).toEqual([401, { msg: "Invalid JWT" }]);
    expect(refused.headers.get("x-relay-error")).toBeNull();
  }
  const { data } = await client.auth.signUp({ email: "ada@example.com", password: "longenough" });
  const session = data.session?.access_token;
  expect(session).toBeDefined();
  expect((await client.functions.invoke("plain")).data).toBe(`Bearer ${session}`);
  await client.auth.signOut();
  const { keys } = backend;
  for (const [key, token] of [
    [keys.publishable, keys.anon],
    [keys.secret, keys.serviceRole],
    [keys.anon, keys.anon],
    [keys.serviceRole, keys.serviceRole],
  ] as const) {
    const caller = createClient(backend.urls.api, key, { auth: { persistSession: false } });
    expect((await caller.functions.invoke("plain")).data).toBe(`Bearer ${token}`);
  }
});

it("adds no x-relay-error header to a function's own 503 or to the 404 for an unknown function", async () => {
  const { error, response } = await client.functions.invoke("says-503");
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(response?.headers.get("x-relay-error")).toBeNull();
  const unknown = await fetch(url("nobody"));
  expect([unknown.status, unknown.headers.get("x-relay-error")]).toEqual([404, null]);
});

it.each([
  ["bare-map", "bare"],
  ["config-map", "config"],
  ["own-map", "own"],
  ["own-options", "ownb"],
  ["shared-map", "shared"],
])(
  "prefers the import map of config.toml, then the function's deno.json, then the shared import map (function %s)",
  async (name, greeting) => {
    expect((await client.functions.invoke(name)).data).toBe(greeting);
  },
);

it("passes only the documented environment variables to a function", async () => {
  const { data } = await client.functions.invoke<Record<string, string>>("listed");
  const inherited = Object.keys(process.env).filter((name) =>
    /^(HOME|XDG_CACHE_HOME|DENO_.+|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|NPM_CONFIG_REGISTRY)$/i.test(
      name,
    ),
  );
  const built = [
    "SUPABASE_URL",
    "SUPABASE_ANON_KEY",
    "SUPABASE_SERVICE_ROLE_KEY",
    "SUPABASE_DB_URL",
    "SUPABASE_PUBLISHABLE_KEYS",
    "SUPABASE_SECRET_KEYS",
    "SUPABASE_JWKS",
    "SITE_URL",
    "EMAIL_API_URL",
    "EMAIL_API_KEY",
    "GREETING",
    "FROM_FILE",
    "DENO_DIR",
    "DENO_TLS_CA_STORE",
    "DENO_NO_PACKAGE_JSON",
    "DENO_NO_UPDATE_CHECK",
    "NO_COLOR",
    "TMPDIR",
  ];
  // Deno itself sets `PATH` and `DENO_NODE_SHIM_ACTIVE`, for child processes.
  const { PATH, DENO_NODE_SHIM_ACTIVE: _shim, ...seen } = data ?? {};
  expect(PATH ?? "").not.toContain("bin:");
  expect(inherited).toEqual(expect.arrayContaining(["HOME", "SSL_CERT_DIR", "no_proxy"]));
  expect(Object.keys(seen).sort()).toEqual([...new Set([...inherited, ...built])].sort());
  expect(data?.SUPABASE_DB_URL).toBe(backend.urls.db);
});

it("lets a function use the network and read the functions folder, but not read its parent folder, write to the functions folder or run programs", async () => {
  expect((await client.functions.invoke("reaches")).data).toEqual({
    net: "allowed",
    read: "allowed",
    readAbove: "NotCapable",
    write: "NotCapable",
    run: "NotCapable",
    system: "NotCapable",
    // The AWS SDK and nodemailer read these system values when they are imported.
    machine: "allowed",
  });
});

it("applies an edit of an import map or of functions/.env on the next call", async () => {
  project.write("maps/import_map.json", '{ "imports": { "greeting": "../_shared/config.ts" } }');
  expect((await client.functions.invoke("bare-map")).data).toBe("config");
  project.write(".env", "FROM_FILE=another file");
  const { data } = await client.functions.invoke<Record<string, string>>("listed");
  expect(data?.FROM_FILE).toBe("another file");
});

it("limits a call to a function to 150 seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await client.functions.invoke("plain");
  expect(timeout).toHaveBeenCalledWith(150_000);
  timeout.mockRestore();
});

it("adds no CORS headers to a function's response", async () => {
  const response = await fetch(url("listed"), { headers: { origin: "http://localhost:3000" } });
  expect([...response.headers.keys()].filter((name) => name.includes("access-control"))).toEqual(
    [],
  );
});

it("serves a function's HTML response to a GET as plain text, and sandboxes other active content", async () => {
  const ask = async (type: string, method = "GET") => {
    const { headers } = await fetch(`${url("page")}?as=${encodeURIComponent(type)}`, { method });
    return [headers.get("content-type"), headers.get("content-security-policy")];
  };
  expect(await ask("text/html; charset=utf-8")).toEqual(["text/plain; charset=utf-8", null]);
  expect(await ask("Text/HTML")).toEqual(["text/plain", null]);
  expect(await ask("text/html", "POST")).toEqual(["text/html", "sandbox"]);
  expect(await ask("image/svg+xml")).toEqual(["image/svg+xml", "sandbox"]);
  expect(await ask("application/json")).toEqual(["application/json", null]);
});

it("adds CORS headers for local origins, and for no others, to errors that do not come from a function", async () => {
  const origin = "http://localhost:3000";
  const failed = await fetch(url("nobody"), { headers: { origin } });
  expect([failed.status, failed.headers.get("access-control-allow-origin")]).toEqual([404, origin]);
  const foreign = await fetch(url("nobody"), { headers: { origin: "https://elsewhere.example" } });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
});

it("returns BOOT_ERROR with a hint if Deno is missing", async () => {
  const missing = join(project.dir, "no-deno");
  expect(existsSync(missing)).toBe(false);
  vi.stubEnv("LOCAL_BACKEND_DENO", missing);
  const lines: string[] = [];
  const without = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: { api: 0, db: 0 },
    log: (line) => lines.push(line),
  });
  try {
    const caller = createClient(without.urls.api, without.keys.publishable);
    const { error, response } = await caller.functions.invoke("listed");
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect(response?.status).toBe(503);
    expect(await response?.json()).toEqual({
      code: "BOOT_ERROR",
      message: expect.stringMatching(/LOCAL_BACKEND_DENO/),
    });
    expect((await fetch(`${without.urls.api}/health`)).status).toBe(200);
    expect(lines.join("\n")).toContain("LOCAL_BACKEND_DENO");
  } finally {
    await without.stop();
    vi.stubEnv("LOCAL_BACKEND_DENO", undefined);
  }
});
