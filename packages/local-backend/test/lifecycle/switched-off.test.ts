import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { readLock } from "../../src/supervisor/lock.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
const off = { enabled: false };
let backend: LocalBackend;
let client: SupabaseClient;

beforeAll(async () => {
  backend = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: FREE_PORTS,
    config: { api: off, auth: off, storage: off, realtime: off, edge_runtime: off, inbucket: off },
  });
  client = createClient(backend.urls.api, backend.keys.secret);
});
afterAll(async () => {
  await backend.stop();
  project.remove();
});

const refusal = (table: string) =>
  `This service is switched off: [${table}] enabled = false in config.toml.`;

test("refuses every call to a disabled service, and names the service's table in config.toml", async () => {
  expect((await client.from("notes").select()).error?.message).toBe(refusal("api"));
  const signIn = await client.auth.signInWithOtp({ email: "a@example.test" });
  expect(signIn.error?.message).toBe(refusal("auth"));
  expect((await client.storage.listBuckets()).error?.message).toBe(refusal("storage"));
  const { error, response } = await client.functions.invoke("hello");
  expect(error?.name).toBe("FunctionsHttpError");
  expect(await response?.json()).toMatchObject({ message: refusal("edge_runtime") });
  const emails = await fetch(`${backend.urls.mailbox}/messages`);
  expect(await emails.json()).toMatchObject({ message: refusal("inbucket") });
  const broadcast = await fetch(`${backend.urls.api}/realtime/v1/api/broadcast`, {
    method: "POST",
    headers: { apikey: backend.keys.secret },
  });
  expect(broadcast.status).toBe(404);
  expect(await broadcast.json()).toMatchObject({ message: refusal("realtime") });
});

test("returns 404 for a WebSocket if Realtime is disabled", async () => {
  const url = `${backend.urls.api.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.keys.publishable}`;
  const status = await new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.on("unexpected-response", (_, answer) => resolve(answer.statusCode));
    socket.on("open", () => resolve(101));
  });
  expect(status).toBe(404);
});

test("starts, resets and rotates keys without PostgREST if [api] is disabled", async () => {
  const names = readLock(backend.dataDir)?.children.map(({ name }) => name);
  expect(names).toEqual(["postgres"]);
  const health = await fetch(`${backend.urls.api}/health`);
  expect(await health.json()).toEqual({ ok: true, services: { database: true } });
  await backend.reset();
  await backend.rotateSigningKey();
});
