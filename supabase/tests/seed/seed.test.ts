import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../database.types.ts";

let backend: LocalBackend;
let olivia: SupabaseClient<Database>;
let db: pg.Client;

async function signIn(email: string, password = "dossier-demo") {
  const client = createClient<Database>(backend.urls.api, backend.keys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

beforeAll(async () => {
  backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../..", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
  });
  db = new pg.Client({ connectionString: backend.urls.db });
  await db.connect();
  olivia = await signIn("olivia@harbour.example");
}, 30_000);

afterAll(async () => {
  await db.end();
  await backend.stop();
});

test("the three demo people sign in with the printed password", async () => {
  await signIn("adam@harbour.example");
  await signIn("mia@harbour.example");
});

test("every chain of the demo firm verifies", async () => {
  const { data: org } = await olivia.from("orgs").select("id, name, require_mfa").single();
  expect(org).toMatchObject({ name: "Harbour & Lane", require_mfa: false });
  const { data } = await olivia.rpc("verify_audit", { org_id: org?.id ?? "" });
  expect(data).toMatchObject({ broken: null, done: true });
  expect((data as { checked: number }).checked).toBeGreaterThan(150);
});

test("every state of a request and of an item is there", async () => {
  const { data: requests } = await olivia.from("requests").select("status");
  const count = (rows: { status: string }[] | null, status: string) =>
    rows?.filter((row) => row.status === status).length;
  expect(
    ["draft", "open", "complete", "cancelled", "archived"].map((status) => count(requests, status)),
  ).toEqual([1, 7, 2, 1, 1]);
  const { data: items } = await olivia.from("items").select("status, kind");
  for (const status of ["open", "submitted", "accepted", "partial", "returned"]) {
    expect(count(items, status), status).toBeGreaterThan(0);
  }
  expect(new Set(items?.map((item) => item.kind))).toEqual(
    new Set(["file", "text", "choice", "date"]),
  );
  const { data: clients } = await olivia.from("clients").select("id, contacts(status)");
  expect(clients?.length).toBe(6);
  expect(clients?.flatMap((client) => client.contacts.map((c) => c.status)).sort()).toEqual(
    ["bounced", ...Array.from({ length: 8 }, () => "active")].sort(),
  );
  const { data: templates } = await olivia.from("templates").select("title").order("title");
  expect(templates?.map((row) => row.title)).toEqual([
    "Annual accounts",
    "Mortgage application",
    "New employee",
  ]);
});

test("every ready document is stored with the size and hash its row claims", async () => {
  const { rows } = await db.query<{ path: string; bytes: string; sha256: string }>(
    "select path, bytes, sha256 from public.files where status = 'ready' order by path",
  );
  expect(rows.length).toBe(20);
  const service = createClient<Database>(backend.urls.api, backend.keys.serviceRole);
  for (const row of rows) {
    const { data, error } = await service.storage.from("documents").download(row.path);
    expect(error).toBeNull();
    const bytes = new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(bytes.length).toBe(Number(row.bytes));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(row.sha256);
  }
});

test("the firm's logo answers at its public address", async () => {
  const { data: org } = await olivia.from("orgs").select("logo_path").single();
  const { data } = olivia.storage.from("images").getPublicUrl(org?.logo_path ?? "");
  const response = await fetch(data.publicUrl);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
});

test("no mail of the past waits to be sent", async () => {
  const { rows } = await db.query(
    "select count(*)::int as n from private.outbox where status = 'queued'",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("a database without the local mark refuses the seed", async () => {
  const { readFile } = await import("node:fs/promises");
  const seed = await readFile(new URL("../../seed.sql", import.meta.url), "utf8");
  const mark = seed.slice(seed.indexOf("do $$"), seed.indexOf("$$;") + 3);
  await expect(
    db.query(mark.replace("local_backend.settings", "local_backend.absent")),
  ).rejects.toThrow("runs on a local backend only");
});
