import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedProject, startProject } from "./projects.ts";

let project: StartedProject;
beforeAll(async () => {
  project = await startProject("shop");
});
afterAll(() => project?.backend.stop());

const titles = (data: unknown) => (data as { title: string }[]).map(({ title }) => title);

test("installs seventeen extensions in the extensions schema, and runs two seeds in order", async () => {
  expect(project.lines).toEqual([]);
  const database = new pg.Client(project.backend.urls.db);
  await database.connect();
  const { rows } = await database.query(`select extname, extnamespace::regnamespace::text as schema
    from pg_extension where extname <> 'plpgsql'`);
  await database.end();
  expect(rows).toHaveLength(17);
  expect(new Set(rows.map(({ schema }) => schema))).toEqual(new Set(["extensions"]));
  const { data } = await project.guest.from("prices").select("currency, products");
  expect(data).toEqual([{ currency: "EUR", products: 3 }]);
});

test("returns generated columns, enums, arrays, hstore and computed fields through REST", async () => {
  const { data, error } = await project.guest
    .from("products")
    .select("sku, isbn, gross, currency, tags, attributes, title_with_price, categories(title)")
    .contains("tags", ["new"])
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({
    sku: "B-1",
    isbn: "978-0-393-04002-9",
    gross: 11.9,
    currency: "EUR",
    tags: ["new", "fiction"],
    attributes: { cover: "soft" },
    title_with_price: "Café Society (11.90 EUR)",
    categories: { title: "Novels" },
  });
  const generated = await project.service.from("products").update({ gross: 1 }).eq("sku", "B-1");
  expect(generated.error?.code).toBe("428C9");
  const negative = await project.service.from("products").update({ price: -1 }).eq("sku", "B-1");
  expect(negative.error?.code).toBe("23514");
});

test("supports full-text search, trigrams, soundex, ltree, crosstabs and earth distances", async () => {
  const { guest } = project;
  const found = await guest.from("products").select("title").textSearch("search", "coffee");
  expect(titles(found.data)).toEqual(["Café Society"]);
  const fuzzy = await guest.rpc("search_products", { query: "cafe societi" });
  expect(titles(fuzzy.data)).toEqual(["Café Society"]);
  const sounds = await guest.rpc("sounds_like", { word: "Rupert" });
  expect(sounds.data).toEqual([{ title: "Robert", distance: 2 }]);
  const tree = await guest.rpc("subtree", { root: "books" }).order("path");
  expect(titles(tree.data)).toEqual(["Books", "Novels"]);
  expect((await guest.rpc("sales_matrix")).data).toEqual([
    { sku: "a", january: 10, february: 20 },
    { sku: "b", january: 30, february: null },
  ]);
  const far = await guest.rpc("kilometres", { lat1: 52.52, lng1: 13.4, lat2: 48.14, lng2: 11.58 });
  expect(far.data).toBeCloseTo(504, -1);
});

test("an exclusion constraint refuses overlapping ranges", async () => {
  const customer = await project.person("customer@example.com");
  const product = await customer.from("products").select("id").eq("sku", "M-1").single();
  const book = (during: string) =>
    customer.from("bookings").insert({ product_id: product.data?.id, during });
  expect((await book("[2030-01-01,2030-01-03)")).error).toBeNull();
  expect((await book("[2030-01-03,2030-01-04)")).error).toBeNull();
  expect((await book("[2030-01-02,2030-01-05)")).error?.code).toBe("23P01");
  const other = await project.person("other@example.com");
  expect((await other.from("bookings").select()).data).toEqual([]);
});
