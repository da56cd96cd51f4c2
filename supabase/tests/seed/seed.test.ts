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
  // A scheduled job could change data between two reads of this test.
  await db.query("select cron.unschedule('sweep')");
  olivia = await signIn("olivia@harbour.example");
}, 30_000);

afterAll(async () => {
  await db.end();
  await backend.stop();
});

// S-3.38
test("the demo firm's three staff members can sign in with the password that is printed at startup", async () => {
  await signIn("adam@harbour.example");
  await signIn("mia@harbour.example");
});

// S-3.36
test("verify_audit finds no broken event in the demo firm", async () => {
  const { data: org } = await olivia.from("orgs").select("id, name, require_mfa").single();
  expect(org).toMatchObject({ name: "Harbour & Lane", require_mfa: false });
  const { data } = await olivia.rpc("verify_audit", { org_id: org?.id ?? "" });
  expect(data).toMatchObject({ broken: null, done: true });
  expect((data as { checked: number }).checked).toBeGreaterThan(150);
});

test("no event in a chain is earlier than the event before it", async () => {
  const { rows } = await db.query(
    `select e.action, e.at, before.action as action_before, before.at as before
    from public.events e
    join public.events before on before.chain = e.chain and before.no = e.no - 1
    where e.at < before.at order by e.id`,
  );
  expect(rows).toEqual([]);
});

test("the ids of the demo firm's events are in the order of the events' times", async () => {
  const { rows } = await db.query(
    `select e.id, e.action, e.at, e.before from (
      select id, action, at, lag(at) over (order by id) as before from public.events
    ) e
    where e.at < e.before order by e.id`,
  );
  expect(rows).toEqual([]);
});

test("the events of the demo firm cannot be changed", async () => {
  await expect(db.query("update public.events set action = action")).rejects.toThrow(
    "events cannot be changed or deleted",
  );
});

// S-3.39
test("the seed contains every state of a request and of an item", async () => {
  const { data: requests } = await olivia.from("requests").select("status");
  const count = (rows: { status: string }[] | null, status: string) =>
    rows?.filter((row) => row.status === status).length;
  expect(
    ["draft", "open", "complete", "cancelled", "archived"].map((status) => count(requests, status)),
  ).toEqual([1, 7, 2, 1, 1]);
  const { data: items } = await olivia.from("items").select("status, kind, waive_note");
  for (const status of ["open", "submitted", "accepted", "partial", "returned", "waived"]) {
    expect(count(items, status), status).toBeGreaterThan(0);
  }
  expect(items?.filter((item) => item.status === "waived").map((item) => item.waive_note)).toEqual([
    "The lender no longer asks for it.",
  ]);
  expect(new Set(items?.map((item) => item.kind))).toEqual(
    new Set(["file", "text", "choice", "date"]),
  );
  const { data: clients } = await olivia.from("clients").select("id, contacts(status)");
  expect(clients?.length).toBe(6);
  expect(clients?.flatMap((client) => client.contacts.map((c) => c.status)).sort()).toEqual(
    ["bounced", "opted_out", ...Array.from({ length: 8 }, () => "active")].sort(),
  );
  const { data: templates } = await olivia.from("templates").select("title").order("title");
  expect(templates?.map((row) => row.title)).toEqual([
    "Annual financial statements",
    "Mortgage application",
    "New employee",
  ]);
});

// S-3.38, S-3.39
test("the seed contains one firm in London with the clients, answers and files that the specification lists", async () => {
  const { rows } = await db.query(
    `select
      (select array_agg(o.slug || ' ' || o.time_zone) from public.orgs o) as firms,
      (select count(*)::int from public.clients) as clients,
      (select count(*)::int from public.invitations where status = 'pending') as invitations,
      (select count(*)::int from public.files where reject_code = 'type_mismatch') as fakes,
      (select count(distinct item_id)::int from public.submissions where no = 2) as second_versions,
      (select count(*)::int from public.submissions where not_applicable) as not_applicable,
      (select count(distinct r.id)::int from public.requests r
        join public.items i on i.request_id = r.id and i.status = 'returned'
        where r.status = 'open' and r.due_on < current_date) as overdue_returns`,
  );
  expect(rows[0]).toEqual({
    firms: ["harbour-lane Europe/London"],
    clients: 6,
    invitations: 1,
    fakes: 1,
    second_versions: 1,
    not_applicable: expect.toSatisfy((count) => count > 0),
    overdue_returns: 1,
  });
  const files = await db.query(
    `select count(*)::int as files, max(bytes)::int as largest,
      array_agg(distinct substring(name from '[a-z]+$') order by substring(name from '[a-z]+$'))
        as kinds
    from public.files where status = 'ready'`,
  );
  expect(files.rows[0]).toEqual({
    files: expect.toSatisfy((count) => count >= 15 && count <= 25),
    largest: expect.toSatisfy((bytes) => bytes <= 60 * 1024),
    kinds: expect.arrayContaining(["csv", "pdf", "png"]),
  });
});

// S-3.39
test("the stored bytes of every ready document match the size and hash in its row", async () => {
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

// S-3.38
test("the firm's logo is served at its public URL", async () => {
  const { data: org } = await olivia.from("orgs").select("logo_path").single();
  const { data } = olivia.storage.from("images").getPublicUrl(org?.logo_path ?? "");
  const response = await fetch(data.publicUrl);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
});

test("one contact of the demo gets no reminders, and one opted out after leaving the client", async () => {
  const { data } = await olivia
    .from("contacts")
    .select("name, status, email_pref, opt_out_reason")
    .or("email_pref.neq.all,status.eq.opted_out")
    .order("name");
  expect(data).toEqual([
    { name: "Helen Marsh", status: "active", email_pref: "no_reminders", opt_out_reason: null },
    { name: "Owen Price", status: "opted_out", email_pref: "all", opt_out_reason: "left" },
  ]);
  const { rows } = await db.query(
    `select count(*)::int as n from public.reminders m
    join public.contacts c on c.id = m.contact_id
    where c.email_pref = 'no_reminders' and m.status = 'scheduled'`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("the seed leaves no queued email in the outbox", async () => {
  const { rows } = await db.query(
    "select count(*)::int as n from private.outbox where status = 'queued'",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

// S-3.37
test("the seed refuses to run outside a local backend", async () => {
  const { readFile } = await import("node:fs/promises");
  const seed = await readFile(new URL("../../seed.sql", import.meta.url), "utf8");
  const mark = seed.slice(seed.indexOf("do $$"), seed.indexOf("$$;") + 3);
  await expect(
    db.query(mark.replace("local_backend.settings", "local_backend.absent")),
  ).rejects.toThrow("runs only on a local backend");
});
