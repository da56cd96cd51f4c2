import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, type Project } from "../compat/functions-project.ts";

// These functions import what Supabase's templates and examples import, from the public registries.

const MIGRATION = `
  create table notes (
    id bigint generated always as identity primary key,
    owner uuid not null default auth.uid(),
    body text not null
  );
  alter table notes enable row level security;
  create policy own on notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
  grant select, insert on notes to authenticated, service_role;
  insert into notes (owner, body) values (gen_random_uuid(), 'of another user');`;

const CONFIG = `
  [auth.email]
  enable_confirmations = false
  [storage.buckets.uploads]
  [functions.modes]
  verify_jwt = false
  import_map = "./functions/modes/deno.json"
  entrypoint = "./functions/modes/index.ts"
  [functions.hono]
  verify_jwt = false
  [functions.wasm]
  verify_jwt = false
  [functions.background]
  verify_jwt = false`;

const TEMPLATE = JSON.stringify({
  imports: {
    "@supabase/functions-js": "jsr:@supabase/functions-js@^2",
    "@supabase/server": "npm:@supabase/server@^1",
  },
});

const MODES = `
  import "@supabase/functions-js/edge-runtime.d.ts";
  import { withSupabase } from "@supabase/server";
  const bodies = async (client) => (await client.from("notes").select("body").order("id")).data;
  const answer = async (_request, { authMode, supabase, supabaseAdmin, userClaims }) =>
    Response.json({
      mode: authMode,
      email: userClaims?.email,
      own: authMode === "user" ? await bodies(supabase) : undefined,
      all: authMode === "secret" ? await bodies(supabaseAdmin) : undefined,
    });
  export default {
    fetch: (request: Request) => {
      const auth = new URL(request.url).pathname.split("/").at(-1).split("+");
      return withSupabase({ auth }, answer)(request);
    },
  };`;

const CLIENTS = `
  import { createClient as fromJsr } from "jsr:@supabase/supabase-js@2";
  import { corsHeaders } from "jsr:@supabase/supabase-js@2/cors";
  import { createClient as fromNpm } from "npm:@supabase/supabase-js@2";
  Deno.serve(async (request) => {
    const global = { headers: { Authorization: request.headers.get("Authorization") } };
    const results = [fromJsr, fromNpm].map(async (create) => {
      const client = create(Deno.env.get("SUPABASE_URL"), Deno.env.get("SUPABASE_ANON_KEY"), { global });
      return (await client.from("notes").select("body")).data;
    });
    return Response.json(await Promise.all(results), { headers: corsHeaders });
  });`;

const OLDER = `
  import { serve } from "https://deno.land/std@0.168.0/http/server.ts";
  import { createClient } from "https://esm.sh/@supabase/supabase-js@2";
  serve(async (request) => {
    const headers = { Authorization: request.headers.get("Authorization") };
    const client = createClient(Deno.env.get("SUPABASE_URL"), Deno.env.get("SUPABASE_ANON_KEY"), {
      global: { headers },
    });
    const { data } = await client.from("notes").select("body");
    return new Response(JSON.stringify(data), { headers: { "content-type": "application/json" } });
  });`;

const HONO = `
  import { Hono } from "npm:hono@4";
  import { cors } from "jsr:@hono/hono@4/cors";
  const app = new Hono().basePath("/hono");
  app.use("*", cors());
  app.get("/greet/:name", (c) => c.json({ text: "Hello " + c.req.param("name") }));
  Deno.serve(app.fetch);`;

const SQL = `
  import { asc } from "drizzle-orm";
  import { bigint, pgTable, text } from "drizzle-orm/pg-core";
  import { drizzle } from "drizzle-orm/postgres-js";
  import postgres from "postgres";
  const notes = pgTable("notes", { id: bigint("id", { mode: "number" }), body: text("body") });
  const db = drizzle(postgres(Deno.env.get("SUPABASE_DB_URL"), { prepare: false }));
  Deno.serve(async () => Response.json(await db.select().from(notes).orderBy(asc(notes.id)).limit(1)));`;

const SQL_IMPORTS = JSON.stringify({
  imports: {
    "drizzle-orm": "npm:drizzle-orm@0.45",
    "drizzle-orm/": "npm:/drizzle-orm@0.45/",
    postgres: "npm:postgres@3",
  },
});

/** The package `source-map` reads its WebAssembly file from disk. */
const WASM = `
  import { SourceMapConsumer } from "npm:source-map@0.7";
  Deno.serve(async (request) => {
    const { source, line } = await SourceMapConsumer.with(await request.json(), null, (consumer) =>
      consumer.originalPositionFor({ line: 1, column: 0 }));
    return Response.json({ source, line });
  });`;

/**
 * Returns a stream and stores a copy of it in the background, like Supabase's example of generated
 * speech.
 */
const BACKGROUND = `
  import { withSupabase } from "npm:@supabase/server@^1";
  export default {
    fetch: withSupabase({ auth: "secret" }, (request, { supabaseAdmin }) => {
      const [returned, stored] = request.body.tee();
      EdgeRuntime.waitUntil(
        supabaseAdmin.storage.from("uploads").upload("copy.txt", stored, { contentType: "text/plain" }),
      );
      return new Response(returned);
    }),
  };`;

let project: Project;
let backend: LocalBackend;
let client: SupabaseClient;
let admin: SupabaseClient;
let userToken: string;

beforeAll(async () => {
  project = createProject(
    {
      "modes/index.ts": MODES,
      "modes/deno.json": TEMPLATE,
      "clients/index.ts": CLIENTS,
      "older/index.ts": OLDER,
      "hono/index.ts": HONO,
      "sql/index.ts": SQL,
      "sql/deno.json": SQL_IMPORTS,
      "wasm/index.ts": WASM,
      "background/index.ts": BACKGROUND,
    },
    MIGRATION,
    CONFIG,
  );
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  client = createClient(backend.urls.api, backend.keys.publishable);
  admin = createClient(backend.urls.api, backend.keys.secret);
  const { data } = await client.auth.signUp({ email: "ada@example.com", password: "longenough" });
  userToken = data.session?.access_token ?? "";
  await client.from("notes").insert({ body: "of Ada" });
});

afterAll(async () => {
  await backend?.stop();
  project?.remove();
});

/** Returns the headers that a caller sends. supabase-js sends its key also as a bearer token. */
function headersOf(caller: string): Record<string, string> {
  const { anon, publishable, secret } = backend.keys;
  const all: Record<string, Record<string, string>> = {
    "a user": { apikey: publishable, authorization: `Bearer ${userToken}` },
    "the anon key": { apikey: anon, authorization: `Bearer ${anon}` },
    "the publishable key": { apikey: publishable },
    "the publishable key of supabase-js": {
      apikey: publishable,
      authorization: `Bearer ${publishable}`,
    },
    "a secret key": { apikey: secret },
    "the secret key of supabase-js": { apikey: secret, authorization: `Bearer ${secret}` },
    "an unknown secret key": { apikey: "sb_secret_unknown" },
    "no credentials": {},
  };
  return all[caller] ?? {};
}

const USER = { mode: "user", email: "ada@example.com", own: [{ body: "of Ada" }] };
const PUBLISHABLE = { mode: "publishable" };
const SECRET = { mode: "secret", all: [{ body: "of another user" }, { body: "of Ada" }] };

function call(mode: string, caller: string): Promise<Response> {
  const url = `${backend.urls.api}/functions/v1/modes/${mode}`;
  return fetch(url, { method: "POST", headers: headersOf(caller) });
}

it.each([
  ["user", "a user", USER],
  ["publishable", "a user", PUBLISHABLE],
  ["publishable", "the publishable key", PUBLISHABLE],
  ["publishable", "the publishable key of supabase-js", PUBLISHABLE],
  ["secret", "a secret key", SECRET],
  ["secret", "the secret key of supabase-js", SECRET],
  ["none", "a user", { mode: "none" }],
  ["none", "the publishable key", { mode: "none" }],
  ["none", "no credentials", { mode: "none" }],
  ["user+publishable", "a user", USER],
  ["user+publishable", "the publishable key", PUBLISHABLE],
  ["user+publishable", "the publishable key of supabase-js", PUBLISHABLE],
  ["user+secret", "the secret key of supabase-js", SECRET],
  ["publishable+secret", "the publishable key", PUBLISHABLE],
  ["publishable+secret", "the publishable key of supabase-js", PUBLISHABLE],
  ["publishable+secret", "a secret key", SECRET],
  ["publishable+secret", "the secret key of supabase-js", SECRET],
  ["publishable+secret", "a user", PUBLISHABLE],
])("accepts calls in the withSupabase mode %s (caller: %s)", async (mode, caller, answer) => {
  const response = await call(mode, caller);
  expect([response.status, await response.json()]).toEqual([200, answer]);
});

it.each([
  ["user", "the anon key"],
  ["user", "the publishable key"],
  ["user", "a secret key"],
  ["user", "no credentials"],
  ["publishable", "the anon key"],
  ["publishable", "a secret key"],
  ["publishable", "no credentials"],
  ["secret", "a user"],
  ["secret", "the publishable key"],
  ["publishable+secret", "the anon key"],
  ["publishable+secret", "an unknown secret key"],
  ["publishable+secret", "no credentials"],
])("refuses calls in the withSupabase mode %s (caller: %s)", async (mode, caller) => {
  expect((await call(mode, caller)).status).toBe(401);
});

it("runs supabase-js from JSR and npm with the caller's rights", async () => {
  const { data } = await client.functions.invoke("clients");
  expect(data).toEqual([[{ body: "of Ada" }], [{ body: "of Ada" }]]);
});

it("runs a function that imports from deno.land and esm.sh", async () => {
  const { data } = await client.functions.invoke("older");
  expect(data).toEqual([{ body: "of Ada" }]);
});

it("runs a function that routes requests with Hono", async () => {
  const response = await fetch(`${backend.urls.api}/functions/v1/hono/greet/Ada`);
  expect(await response.json()).toEqual({ text: "Hello Ada" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

it("runs a function that queries the database with Drizzle", async () => {
  const { data } = await client.functions.invoke("sql");
  expect(data).toEqual([{ id: 1, body: "of another user" }]);
});

it("runs a package that reads its own WebAssembly", async () => {
  const map = { version: 3, sources: ["app.ts"], names: [], mappings: "AAEA" };
  const { data } = await client.functions.invoke("wasm", { body: map });
  expect(data).toEqual({ source: "app.ts", line: 3 });
});

it("a function returns a stream and uploads a copy of the stream in the background", async () => {
  const { data } = await admin.functions.invoke("background", {
    body: "streamed text",
    headers: { "content-type": "text/plain" },
  });
  expect(data).toBe("streamed text");
  const stored = async () => {
    const { data: file } = await admin.storage.from("uploads").download("copy.txt");
    return file?.text();
  };
  await expect.poll(stored).toBe("streamed text");
});
