import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createClient,
  FunctionsHttpError,
  FunctionsRelayError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, type Project } from "./functions-project.ts";

const HELLO = `
import { greet } from "../_shared/greet.ts";
Deno.serve(async (request) => {
  const { name } = await request.json();
  return Response.json({ text: greet(name) });
});`;

const ECHO = `
Deno.serve(async (request) => {
  if (request.method === "OPTIONS") {
    return new Response(null, { status: 204, headers: { "access-control-allow-origin": "https://app.example" } });
  }
  const url = new URL(request.url);
  return Response.json(
    {
      method: request.method,
      path: url.pathname + url.search,
      host: url.host,
      authorization: request.headers.get("authorization"),
      forwarded: ["for", "host", "port", "proto"].map((name) => request.headers.get("x-forwarded-" + name)),
      length: (await request.arrayBuffer()).byteLength,
    },
    { status: Number(url.searchParams.get("status") ?? 200) },
  );
});`;

const ENVIRONMENT = `
Deno.serve(async () => {
  const read = (path) => Deno.readTextFile(path).then(() => "allowed", (error) => error.name);
  return Response.json({
    environment: Deno.env.toObject(),
    run: await (async () => new Deno.Command("/bin/true").output())().then(() => "allowed", (error) => error.name),
    outside: await read("../config.toml"),
    inside: await read("_shared/greet.ts"),
  });
});`;

let project: Project;
let backend: LocalBackend;
let client: SupabaseClient;
const lines: string[] = [];

beforeAll(async () => {
  process.env.SECRET_OF_THE_SHELL = "not for functions";
  project = createProject({
    "_shared/greet.ts": "export const greet = (name: string) => 'Hello ' + name;",
    "hello/index.ts": HELLO,
    "echo/index.ts": ECHO,
    "guarded/index.ts": ECHO,
    "disabled/index.ts": ECHO,
    "environment/index.ts": ENVIRONMENT,
    "throws/index.ts": 'console.log("before"); throw new Error("no boot");',
    "silent/index.ts": "export const nothing = 1;",
    "leaves/index.ts": "Deno.serve(() => { Deno.exit(3); });",
    "missing/index.ts": 'import "./not-there.ts"; Deno.serve(() => new Response());',
    "mapped/deno.json": '{ "imports": { "greeting": "../_shared/greet.ts" } }',
    "mapped/index.ts":
      'import { greet } from "greeting"; Deno.serve(() => new Response(greet("map")));',
    ".env": "FROM_FILE=file\nGREETING=from file\nSUPABASE_URL=http://elsewhere",
  });
  backend = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: { api: 0, db: 0 },
    log: (line) => lines.push(line),
  });
  client = createClient(backend.urls.api, backend.keys.publishable);
});

afterAll(async () => {
  await backend?.stop();
  project?.remove();
});

const url = (path: string) => `${backend.urls.api}/functions/v1/${path}`;

async function failureOf(name: string, options?: Parameters<typeof client.functions.invoke>[1]) {
  const { error, response } = await client.functions.invoke(name, options);
  const body = (await response?.json()) as { code?: string; message?: string } | undefined;
  return { error, status: response?.status, body };
}

it("returns a function's JSON response to supabase-js", async () => {
  const { data, error } = await client.functions.invoke("hello", { body: { name: "Ada" } });
  expect(error).toBeNull();
  expect(data).toEqual({ text: "Hello Ada" });
});

it("passes method, path below the prefix, query, body and public host to the function", async () => {
  const response = await fetch(url("echo/sub/path?status=202&q=1"), {
    method: "PATCH",
    body: new Uint8Array(200_000),
    headers: { "x-forwarded-host": "other.example", "x-forwarded-proto": "https" },
  });
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({
    method: "PATCH",
    path: "/echo/sub/path?status=202&q=1",
    host: new URL(backend.urls.api).host,
    authorization: null,
    forwarded: ["127.0.0.1", "127.0.0.1", new URL(backend.urls.api).port, "http"],
    length: 200_000,
  });
});

it("supabase-js returns a FunctionsHttpError for an error status of the function itself", async () => {
  const { error, status } = await failureOf("echo?status=418", { body: {} });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(status).toBe(418);
});

it("passes CORS preflight requests to the function", async () => {
  const response = await fetch(url("guarded"), { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
});

it("requires a valid token for a function if verify_jwt is true", async () => {
  const missing = await fetch(url("guarded"), { method: "POST" });
  expect(missing.status).toBe(401);
  expect(await missing.json()).toEqual({ msg: "Missing authorization header" });
  expect(missing.headers.get("x-relay-error")).toBeNull();

  const wrong = await fetch(url("guarded"), {
    method: "POST",
    headers: { authorization: "Bearer a.b.c" },
  });
  expect(wrong.status).toBe(401);
  expect(await wrong.json()).toEqual({ msg: "Invalid JWT" });

  const { data, error } = await client.functions.invoke("guarded", { body: {} });
  expect(error).toBeNull();
  expect(data.authorization).toBe(`Bearer ${backend.keys.anon}`);
});

it.each([
  ["no Authorization", {}],
  ["an API key", { authorization: "Bearer sb_publishable_local" }],
  ["another scheme", { authorization: "Basic YTpi" }],
])(
  "passes a call with %s to the function unchanged if verify_jwt is false",
  async (_what, sent: Record<string, string>) => {
    const headers = { apikey: backend.keys.publishable, ...sent };
    const response = await fetch(url("echo"), { method: "POST", headers });
    expect(await response.json()).toMatchObject({ authorization: sent.authorization ?? null });
  },
);

it("returns 404 for an unknown function, a disabled function and a shared folder", async () => {
  for (const name of ["nobody", "disabled", "_shared", "..%2Fmigrations", ""]) {
    const response = await fetch(url(name), { method: "POST" });
    expect(response.status, name).toBe(404);
  }
});

it("returns BOOT_ERROR if a function throws during its start, and names the function's log", async () => {
  const { error, status, body } = await failureOf("throws");
  expect(error).toBeInstanceOf(FunctionsRelayError);
  expect(status).toBe(503);
  expect(body?.code).toBe("BOOT_ERROR");
  const line = lines.find((text) => text.includes("Function throws did not start"));
  const log = /Its log: (.+)$/.exec(line ?? "")?.[1] ?? "";
  expect(log.startsWith(backend.dataDir)).toBe(true);
  await expect.poll(() => readFileSync(log, "utf8")).toContain("before");
});

it("returns BOOT_ERROR if a function ends without serving or cannot be loaded", async () => {
  expect((await failureOf("silent")).body?.code).toBe("BOOT_ERROR");
  const missing = await failureOf("missing");
  expect(missing.status).toBe(503);
  expect(missing.body?.message).toContain("cannot be loaded");
});

it("returns WORKER_ERROR if a function's process dies, and starts a new process on the next call", async () => {
  for (const _ of [1, 2]) {
    const { error, status, body } = await failureOf("leaves");
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect(status).toBe(500);
    expect(body?.code).toBe("WORKER_ERROR");
  }
});

it("passes the backend's variables and functions/.env to a function, but no secret from the shell", async () => {
  const { data } = await client.functions.invoke("environment");
  const { environment } = data;
  expect(environment).toMatchObject({
    SUPABASE_URL: backend.urls.api,
    SUPABASE_ANON_KEY: backend.keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: backend.keys.serviceRole,
    SUPABASE_DB_URL: backend.urls.db,
    EMAIL_API_URL: `${backend.urls.mailbox}/emails`,
    FROM_FILE: "file",
    GREETING: "from file",
  });
  expect(JSON.parse(environment.SUPABASE_SECRET_KEYS)).toEqual({ default: backend.keys.secret });
  expect(JSON.parse(environment.SUPABASE_PUBLISHABLE_KEYS)).toEqual({
    default: backend.keys.publishable,
  });
  expect(JSON.parse(environment.SUPABASE_JWKS).keys[0]).toMatchObject({ alg: "ES256" });
  expect(environment).not.toHaveProperty("SECRET_OF_THE_SHELL");
  expect(environment.PATH).not.toBe(process.env.PATH);
});

it("lets a function read the functions folder, but not read outside it or run programs", async () => {
  const { data } = await client.functions.invoke("environment");
  expect(data).toMatchObject({ run: "NotCapable", outside: "NotCapable", inside: "allowed" });
});

it("applies a function's own deno.json", async () => {
  const { data } = await client.functions.invoke("mapped");
  expect(data).toBe("Hello map");
});

it("applies an edit of a function or of shared code on the next call", async () => {
  project.write("_shared/greet.ts", "export const greet = (name: string) => 'Goodbye ' + name;");
  const { data } = await client.functions.invoke("hello", { body: { name: "Ada" } });
  expect(data).toEqual({ text: "Goodbye Ada" });
  project.write("hello/index.ts", 'Deno.serve(() => new Response("edited"));');
  const edited = await client.functions.invoke("hello", { body: {} });
  expect(edited.data).toBe("edited");
});

it("uses one worker for many concurrent calls of a function", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => fetch(url(`echo?status=${200 + (index % 3)}`))),
  );
  expect(answers.map((answer) => answer.status)).toEqual(
    Array.from({ length: 30 }, (_, index) => 200 + (index % 3)),
  );
  const workers = readFileSync(join(backend.dataDir, "lock.json"), "utf8").match(/function echo/g);
  expect(workers).toHaveLength(1);
});
