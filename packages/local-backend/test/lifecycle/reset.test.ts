import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
});
afterAll(async () => {
  await backend.stop();
  project.remove();
});

async function rest(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(`${backend.urls.api}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: backend.keys.secret, "content-type": "application/json" },
  });
  return answer.status === 201 ? undefined : answer.json();
}

const addNote = () =>
  rest("notes", {
    method: "POST",
    body: JSON.stringify({ user_id: crypto.randomUUID(), body: "added" }),
  });

async function sql(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(backend.urls.db);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test.each(["the first reset, which builds the state", "a later reset, which copies the state"])(
  "a reset restores the state after migrations and seed, empties the mailbox and the buckets, and keeps the URLs: %s",
  async () => {
    const { urls, keys } = backend;
    await addNote();
    await fetch(`${urls.api}/storage/v1/object/documents/a.txt`, {
      method: "POST",
      headers: { apikey: keys.secret, "content-type": "text/plain" },
      body: "text",
    });
    await fetch(`${urls.api}/auth/v1/otp`, {
      method: "POST",
      headers: { apikey: keys.publishable, "content-type": "application/json" },
      body: JSON.stringify({ email: "somebody@example.test" }),
    });
    const emails = async () => {
      const answer = await fetch(`${urls.mailbox}/messages`);
      return ((await answer.json()) as { messages: unknown[] }).messages;
    };
    expect(await emails()).toHaveLength(1);
    await backend.reset();
    expect(await emails()).toEqual([]);
    expect(backend).toMatchObject({ urls, keys });
    expect(await rest("notes?select=body")).toEqual([{ body: "seeded" }]);
    expect(await sql("select id from storage.buckets")).toEqual([{ id: "documents" }]);
    expect(await sql("select id from storage.objects")).toEqual([]);
    expect(await sql("select api_url from local_backend.settings")).toEqual([
      { api_url: urls.api },
    ]);
    expect(await sql("show search_path")).toEqual([{ search_path: '"$user", public, extensions' }]);
  },
);

test("leaves the tables empty after a reset without the seed", async () => {
  await backend.reset({ seed: false });
  expect(await rest("notes?select=body")).toEqual([]);
});

test("completes two concurrent resets and leaves the seeded rows only once", async () => {
  await Promise.all([backend.reset(), backend.reset()]);
  expect(await rest("notes?select=body")).toEqual([{ body: "seeded" }]);
});

test("delays a request that arrives during a reset until the reset ends", async () => {
  const resetting = backend.reset();
  expect(await rest("notes?select=body")).toEqual([{ body: "seeded" }]);
  await resetting;
});
