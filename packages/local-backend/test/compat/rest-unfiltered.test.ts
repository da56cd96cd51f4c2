import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type StartedProject, startProject } from "./projects.ts";
import { MIA, tokenOf } from "./storage-people.ts";

let project: StartedProject;
let service: SupabaseClient;

beforeAll(async () => {
  project = await startProject("shop");
  ({ service } = project);
});
afterAll(() => project?.backend.stop());
beforeEach(async () => {
  await service.from("products").upsert([
    { sku: "U-1", title: "One", price: 1 },
    { sku: "U-2", title: "Two", price: 2 },
  ]);
});

const refusal = (statement: string) => ({
  code: "21000",
  details: null,
  hint: null,
  message: `${statement} requires a WHERE clause`,
});
const countOf = async () =>
  (await service.from("products").select("*", { count: "exact", head: true })).count;

test("REST refuses an update or a delete without a filter, and changes no row", async () => {
  const before = await countOf();
  const deleted = await service.from("products").delete({ count: "exact" });
  expect(deleted).toMatchObject({ status: 400, error: refusal("DELETE") });
  const updated = await service.from("products").update({ price: 9 }).select("sku, price");
  expect(updated).toMatchObject({ status: 400, error: refusal("UPDATE") });
  expect(await countOf()).toBe(before);
  const { data } = await service.from("products").select("price").eq("sku", "U-1").single();
  expect(data).toEqual({ price: 1 });
});

test("REST allows writes with a filter, deletes with an order and a limit, and updates that set no columns", async () => {
  const products = () => service.from("products");
  expect((await products().update({ price: 5 }).eq("sku", "U-1")).status).toBe(204);
  expect((await products().update({}).select()).data).toEqual([]);
  const first = await products().delete().order("sku", { ascending: false }).limit(1).select("sku");
  expect(first.data).toEqual([{ sku: "U-2" }]);
  expect((await products().delete().or("sku.eq.U-1,sku.eq.U-2")).status).toBe(204);
  expect((await service.rpc("subtree", { root: "books" })).error).toBeNull();
});

test("REST checks the token, the role, the table and the schema before the filter, and the filter before the grant", async () => {
  const { backend } = project;
  const call = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${backend.urls.api}/rest/v1/${path}`, {
      method: "DELETE",
      headers: { apikey: backend.keys.publishable, ...headers },
    });
    const { code } = (await answer.json()) as { code: string };
    return `${answer.status} ${code}`;
  };
  const expired = await tokenOf(backend, MIA, { lifetimeSeconds: -31 });
  expect(await call("products", { authorization: `Bearer ${expired}` })).toMatch(/^401 PGRST30/);
  const owner = await tokenOf(backend, MIA, { claims: { role: "supabase_admin" } });
  expect(await call("products", { authorization: `Bearer ${owner}` })).toBe("403 42501");
  expect(await call("nothing", {})).toMatch(/^404 (42P01|PGRST205)$/);
  expect(await call("products", { "content-profile": "private" })).toBe("406 PGRST106");
  expect(await call("bookings", {})).toBe("400 21000");
});
