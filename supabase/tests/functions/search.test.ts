import { expect } from "vitest";
import { type Answer, refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

async function search(scene: Scene, query: string, max_rows?: number): Promise<Answer[]> {
  const { alpha } = scene.world;
  return scene
    .as(alpha.member)
    .rows("search_org", { org_id: alpha.orgId, query, ...(max_rows ? { max_rows } : {}) });
}

async function addClients(scene: Scene, clients: { name: string; ref?: string }[]) {
  await scene.db.query(
    `insert into public.clients (org_id, name, ref)
    select $1, c ->> 'name', c ->> 'ref' from jsonb_array_elements($2::jsonb) c`,
    [scene.world.alpha.orgId, JSON.stringify(clients)],
  );
}

const clientsOf = (rows: Answer[]) =>
  rows.filter((row) => row.kind === "client").map((row) => row.title);
const requestsOf = (rows: Answer[]) =>
  rows.filter((row) => row.kind === "request").map((row) => row.title);

test("search results contain matching clients and the requests of these clients, clients first", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await search(scene, "alpha")).toEqual([
    {
      kind: "client",
      id: alpha.clientId,
      title: "Alpha Client",
      client_id: alpha.clientId,
      client_name: "Alpha Client",
      ref: null,
      contact_name: "Alpha Contact",
      contact_email: alpha.contact.email,
      status: "active",
      due_on: null,
      last_activity_at: expect.any(Date),
      total: 1,
    },
    {
      kind: "request",
      id: alpha.requestId,
      title: "Annual accounts",
      client_id: alpha.clientId,
      client_name: "Alpha Client",
      ref: null,
      contact_name: null,
      contact_email: null,
      status: "open",
      due_on: expect.any(Date),
      last_activity_at: expect.any(Date),
      total: 2,
    },
    expect.objectContaining({ kind: "request", id: alpha.draftId, status: "draft", total: 2 }),
  ]);
});

test("a search finds a request by its title, even if the request's client does not match", async ({
  scene,
}) => {
  const rows = await search(scene, "ANNUAL");
  expect(clientsOf(rows)).toEqual([]);
  expect(requestsOf(rows)).toEqual(["Annual accounts"]);
});

test("search ranks an exact reference first, then names that start with the query, then matches at the start of a word, then other matches", async ({
  scene,
}) => {
  await addClients(scene, [
    { name: "Inside b12c", ref: "Z-1" },
    { name: "Second b12", ref: "Z-2" },
    { name: "B12 Street", ref: "Z-3" },
    { name: "Zeta", ref: "B12" },
  ]);
  const ranked = clientsOf(await search(scene, "b12"));
  expect(ranked[0]).toBe("Zeta");
  expect(ranked[1]).toBe("B12 Street");
  expect(new Set(ranked.slice(2))).toEqual(new Set(["Inside b12c", "Second b12"]));
  await addClients(scene, [{ name: "xb12x", ref: "Z-4" }]);
  expect(clientsOf(await search(scene, "b12")).at(-1)).toBe("xb12x");
});

test("search results of the same rank are ordered by last activity, newest first", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await addClients(scene, [{ name: "Alpha Bakery" }, { name: "Alpha Dental" }]);
  await scene.travel("1 hour");
  await scene.db.query("update public.clients set ref = 'new' where name = 'Alpha Dental'");
  await scene.travel("1 hour");
  await scene.db.query(
    `select private.record_event(
      row('staff', null, 'Someone')::private.actor, $1, $2, 'item.accepted', 'request', $2)`,
    [alpha.orgId, alpha.requestId],
  );
  expect(clientsOf(await search(scene, "alpha"))).toEqual([
    "Alpha Client",
    "Alpha Dental",
    "Alpha Bakery",
  ]);
});

test("a search result shows the contact that matched, and removed contacts do not match", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    name: "Samuel Eze",
    email: "samuel@okafor.example",
  });
  expect((await search(scene, "samuel@"))[0]).toMatchObject({
    title: "Alpha Client",
    contact_name: "Samuel Eze",
    contact_email: "samuel@okafor.example",
  });
  await scene.db.query("update public.contacts set status = 'removed' where name = 'Samuel Eze'");
  expect(await search(scene, "samuel@")).toEqual([]);
});

test("a search for a contact's name finds the client, but not the client's requests", async ({
  scene,
}) => {
  const rows = await search(scene, "alpha contact");
  expect(clientsOf(rows)).toEqual(["Alpha Client"]);
  expect(requestsOf(rows)).toEqual([]);
});

test("a search returns five clients by default and twenty at most, and states how many clients match", async ({
  scene,
}) => {
  await addClients(
    scene,
    Array.from({ length: 30 }, (_, no) => ({ name: `Many ${no}` })),
  );
  const rows = await search(scene, "many");
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({ total: 30 });
  expect(await search(scene, "many", 100)).toHaveLength(20);
});

test("clients with the exact reference or with a name that starts with the query rank first among thousands of matches", async ({
  scene,
}) => {
  await addClients(
    scene,
    Array.from({ length: 3000 }, (_, no) => ({ name: `Some x1 ${no}`, ref: `Rx1-${no}` })),
  );
  await addClients(scene, [{ name: "Last", ref: "x1" }, { name: "X1 Studio" }]);
  const rows = await search(scene, "x1");
  expect(clientsOf(rows).slice(0, 2)).toEqual(["Last", "X1 Studio"]);
  expect(rows[0]).toMatchObject({ total: 1000 });
});

test("archived clients come last in search results", async ({ scene }) => {
  await addClients(scene, [{ name: "Alpha Archive" }]);
  await scene.db.query(
    "update public.clients set archived_at = now() where name = 'Alpha Archive'",
  );
  const rows = await search(scene, "alpha");
  expect(clientsOf(rows)).toEqual(["Alpha Client", "Alpha Archive"]);
  expect(rows[1]).toMatchObject({ status: "archived" });
});

test("a search for a blank query finds nothing, and a query of 81 characters is refused", async ({
  scene,
}) => {
  expect(await search(scene, "")).toEqual([]);
  expect(await search(scene, "  \n ")).toEqual([]);
  expect(await refusal(search(scene, "x".repeat(81)))).toMatchObject({
    status: "422",
    detail: { field: "query", rule: "length", min: 0, max: 80 },
  });
});
