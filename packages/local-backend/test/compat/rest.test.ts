import type { SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedProject, startProject } from "./projects.ts";
import { MIA, tokenOf } from "./storage-people.ts";

let project: StartedProject;
let service: SupabaseClient;
let guest: SupabaseClient;

beforeAll(async () => {
  project = await startProject("shop");
  ({ service, guest } = project);
  const database = new pg.Client(project.backend.urls.db);
  await database.connect();
  await database.query(`create function public.request_headers() returns json language sql
    as $$ select current_setting('request.headers')::json $$;
    create function public.who_am_i() returns json language sql stable
      as $$ select json_build_object('role', current_user, 'uid', auth.uid()) $$;
    notify pgrst, 'reload schema'`);
  await database.end();
});
afterAll(() => project?.backend.stop());

const call = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${project.backend.urls.api}/rest/v1${path}`, {
    ...init,
    headers: { apikey: project.backend.keys.publishable, ...headers },
  });

test("names the public URL in the OpenAPI description", async () => {
  const { api } = project.backend.urls;
  const answer = await call("/", { apikey: project.backend.keys.secret });
  const { host, basePath, schemes } = (await answer.json()) as Record<string, unknown>;
  expect({ host, basePath, schemes }).toEqual({
    host: new URL(api).host,
    basePath: "/rest/v1",
    schemes: ["http"],
  });
});

test("REST accepts the API key in the query string, and treats an empty key as a missing key", async () => {
  const { api } = project.backend.urls;
  const { publishable } = project.backend.keys;
  const answer = await fetch(`${api}/rest/v1/rpc/subtree?root=books&apikey=${publishable}`);
  // As on hosted Supabase, the gateway forwards `apikey` in the query, so PostgREST treats it as an
  // argument.
  expect(await answer.json()).toMatchObject({ code: "PGRST202" });
  const refused = await call("/categories", { apikey: "" });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ message: "No API key found in request" });
});

test("returns the OpenAPI description only to a caller with the secret key or the legacy service key", async () => {
  const user = await tokenOf(project.backend, MIA);
  for (const headers of [{}, { authorization: `Bearer ${user}` }]) {
    const answer = await call("/", headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      message: "Access to schema is forbidden",
      hint: "Accessing the schema via the Data API is only allowed using a secret API key.",
    });
  }
  const { secret, serviceRole } = project.backend.keys;
  for (const apikey of [secret, serviceRole]) {
    expect((await call("/", { apikey }, { method: "HEAD" })).status).toBe(200);
  }
});

test("lets SQL read the requested host, the API key and the X-Forwarded-For header, which defaults to the caller's IP address", async () => {
  const { api } = project.backend.urls;
  const { host, port } = new URL(api);
  await expect.poll(async () => (await guest.rpc("request_headers")).error).toBeNull();
  const seen = async (headers: Record<string, string>) =>
    (await call("/rpc/request_headers", headers)).json();
  expect(await seen({})).toMatchObject({
    ...{ apikey: project.backend.keys.publishable, host, "x-forwarded-host": host },
    ...{ "x-forwarded-port": port, "x-forwarded-proto": "http", "x-forwarded-for": "127.0.0.1" },
  });
  expect(await seen({ "x-forwarded-for": "1.2.3.4" })).toMatchObject({
    "x-forwarded-for": "1.2.3.4",
  });
});

test("lets pages read PostgREST's Content-Location header", async () => {
  const answer = await call("/categories?limit=1", { origin: "http://localhost:3000" });
  expect(answer.headers.get("access-control-expose-headers")).toContain("content-location");
  expect(answer.headers.get("content-location")).toBe("/categories?limit=1");
});

test("REST supports filters, order, ranges, counts and HEAD requests", async () => {
  const page = await guest
    .from("products")
    .select("sku", { count: "exact" })
    .gte("price", 1000)
    .or("currency.eq.EUR,sku.eq.none")
    .order("price", { ascending: false })
    .range(1, 1);
  expect(page).toMatchObject({ data: [{ sku: "M-1" }], count: 3, status: 206 });
  const head = await guest.from("products").select("*", { count: "exact", head: true });
  expect(head).toMatchObject({ data: null, count: 3, error: null });
  const none = await guest.from("products").select().eq("sku", "none");
  expect(none.data).toEqual([]);
  const outside = await guest.from("products").select("sku", { count: "exact" }).range(9, 12);
  expect(outside).toMatchObject({ status: 416, error: { code: "PGRST103" } });
});

test("REST returns one row or an error for `single()`, and one row or null for `maybeSingle()`", async () => {
  const one = await guest.from("products").select("sku").eq("sku", "B-1").single();
  expect(one.data).toEqual({ sku: "B-1" });
  const none = guest.from("products").select("sku").eq("sku", "none");
  expect((await none.single()).error).toMatchObject({ code: "PGRST116" });
  expect(await guest.from("products").select().eq("sku", "none").maybeSingle()).toMatchObject({
    data: null,
    error: null,
  });
  expect((await guest.from("products").select().maybeSingle()).error?.code).toBe("PGRST116");
});

test("REST embeds rows along foreign keys in both directions, and with aliases", async () => {
  const { data } = await guest
    .from("categories")
    .select("name:title, products(sku)")
    .eq("products.sku", "B-1")
    .order("id");
  expect(data).toEqual([
    { name: "Books", products: [] },
    { name: "Novels", products: [{ sku: "B-1" }] },
    { name: "Music", products: [] },
  ]);
  const inner = await guest.from("categories").select("title, products!inner(sku)").order("id");
  expect(inner.data?.map(({ title }) => title)).toEqual(["Novels", "Music"]);
});

test("REST returns the affected rows of an insert, an upsert, an update and a delete", async () => {
  const row = { sku: "T-1", title: "Tea", price: 300 };
  const made = await service.from("products").insert(row).select("sku, gross");
  expect(made).toMatchObject({ status: 201, data: [{ sku: "T-1", gross: 3.57 }] });
  expect((await service.from("products").insert(row)).error?.code).toBe("23505");
  const put = await service
    .from("products")
    .upsert({ ...row, price: 400 }, { onConflict: "sku" })
    .select("price");
  expect(put.data).toEqual([{ price: 400 }]);
  const kept = await service
    .from("products")
    .upsert({ ...row, price: 1 }, { onConflict: "sku", ignoreDuplicates: true })
    .select();
  expect(kept.data).toEqual([]);
  expect((await service.from("products").update({ price: 5 }).eq("sku", "T-1")).status).toBe(204);
  const gone = await service.from("products").delete({ count: "exact" }).eq("sku", "T-1");
  expect(gone).toMatchObject({ count: 1, status: 204 });
});

test("REST calls database functions by GET and HEAD, returns CSV, and passes on PostgreSQL's errors", async () => {
  const get = await guest.rpc("subtree", { root: "books" }, { get: true, count: "exact" });
  expect(get.count).toBe(2);
  const head = await guest.rpc("subtree", { root: "books" }, { head: true, count: "exact" });
  expect(head).toMatchObject({ data: null, count: 2 });
  const csv = await guest.from("categories").select("id, title").order("id").csv();
  expect(csv.data).toBe("id,title\n1,Books\n2,Novels\n3,Music");
  const refused = await guest.from("products").insert({ sku: "x", title: "x", price: 1 });
  expect(refused.error).toMatchObject({ code: "42501" });
  expect((await guest.rpc("nothing")).error?.code).toBe("PGRST202");
  expect(["42P01", "PGRST205"]).toContain((await guest.from("nothing").select()).error?.code);
  expect((await guest.from("products").select("nothing")).error?.code).toBe("42703");
});

test("REST refuses features that this version of PostgREST lacks, instead of ignoring them", async () => {
  const strict = { prefer: "handling=strict,max-affected=1" };
  const capped = await call("/products?sku=eq.none", strict, { method: "DELETE" });
  expect(await capped.json()).toMatchObject({ code: "PGRST122" });
  const notNull = await call("/products?select=sku&sku=is.not_null");
  expect(notNull.status).toBe(400);
});

test("REST returns 401 for an expired, forged or malformed token, and 403 for a role that authenticator cannot switch to", async () => {
  const { backend } = project;
  const expired = await tokenOf(backend, MIA, { lifetimeSeconds: -31 });
  const forged = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(Buffer.alloc(32, 1));
  for (const token of [expired, forged, "not a token"]) {
    const answer = await call("/products", { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(401);
    const { code } = (await answer.json()) as { code: string };
    expect(["PGRST301", "PGRST303"]).toContain(code);
  }
  const owner = await tokenOf(backend, MIA, { claims: { role: "supabase_admin" } });
  expect((await call("/products", { authorization: `Bearer ${owner}` })).status).toBe(403);
});

test("REST checks the rights of a token's role even after other roles have made the same call", async () => {
  const { backend } = project;
  await expect.poll(async () => (await call("/rpc/who_am_i")).status).toBe(200);
  // PostgREST uses up to ten connections in turn. After 30 calls, each has cached the plan.
  for (let count = 0; count < 30; count += 1) await call("/rpc/who_am_i");
  const token = await tokenOf(backend, MIA, { claims: { role: "authenticator" } });
  const answer = await call("/rpc/who_am_i", { authorization: `Bearer ${token}` });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 403,
    body: { code: "42501", message: "permission denied for schema auth" },
  });
});

test("forwards the Prefer, Range and profile headers to PostgREST, and returns its Location and Content-Range headers", async () => {
  const answer = await call(
    "/categories",
    {
      apikey: project.backend.keys.secret,
      "content-type": "application/json",
      prefer: "return=headers-only, tx=rollback",
      "content-profile": "public",
    },
    { method: "POST", body: JSON.stringify({ id: 99, path: "x", title: "X" }) },
  );
  expect(answer.status).toBe(201);
  expect(answer.headers.get("location")).toMatch(/^\/categories\?id=eq\.\d+$/);
  const page = await call("/categories?select=id", { range: "0-0", prefer: "count=exact" });
  expect(page.headers.get("content-range")).toMatch(/^0-0\/\d+$/);
  const unknown = await call("/categories", { "accept-profile": "private" });
  expect(unknown.status).toBe(406);
});
