import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import type { Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

type Row = Record<string, unknown>;

function importRows(scene: Scene, rows: unknown, person: Person = scene.world.alpha.member) {
  return scene
    .as(person)
    .rpc("import_clients", { org_id: scene.world.alpha.orgId, rows: rows as never });
}

async function clients(scene: Scene): Promise<Row[]> {
  return scene.as(scene.world.alpha.member).query(
    `select c.name, c.ref, array(select p.name || ' <' || p.email || '>' from public.contacts p
      where p.client_id = c.id order by p.email) as contacts
    from public.clients c where c.name <> 'Alpha Client' order by c.name`,
  );
}

test("an import trims its rows, and turns rows with the same reference or the same name into one client", async ({
  scene,
}) => {
  const answer = await importRows(scene, [
    {
      name: " Bramble & Finch ",
      ref: "C-1",
      contact_name: "Ruth",
      contact_email: "RUTH@b.example",
    },
    { name: "Bramble & Finch", ref: "C-1", contact_name: "Tom", contact_email: "tom@b.example" },
    { name: "Quist", contact_email: "nora@quist.example" },
    { name: "quist", contact_email: "ole@quist.example" },
    { name: "Alone", ref: "", contact_name: "", contact_email: null },
  ]);
  // "Quist" and "quist" are the same client.
  expect(answer).toEqual({ created: 3, contacts: 4, skipped: [], errors: [] });
  expect(await clients(scene)).toEqual([
    { name: "Alone", ref: null, contacts: [] },
    {
      name: "Bramble & Finch",
      ref: "C-1",
      contacts: ["Ruth <ruth@b.example>", "Tom <tom@b.example>"],
    },
    {
      name: "Quist",
      ref: null,
      contacts: ["Quist <nora@quist.example>", "quist <ole@quist.example>"],
    },
  ]);
  const { rows } = await scene.db.query(
    `select action, count(*)::int as count from public.events
    where org_id = $1 and action in ('client.saved', 'contact.saved') group by action order by action`,
    [scene.world.alpha.orgId],
  );
  expect(rows).toEqual([
    { action: "client.saved", count: 4 },
    { action: "contact.saved", count: 5 },
  ]);
});

// S-4.51
test("an import with any mistake stores nothing, and the error contains the row number of each mistake", async ({
  scene,
}) => {
  await scene.as(scene.world.alpha.member).rpc("save_client", {
    org_id: scene.world.alpha.orgId,
    name: "Known",
    ref: "K-1",
  });
  const before = await clients(scene);
  const answer = await importRows(scene, [
    { name: "Fine", ref: "F-1" },
    { name: "" },
    { name: "Known again", ref: "K-1" },
    { name: "No address", contact_name: "Nobody" },
    { name: "Bad address", contact_email: "nobody" },
    { name: "Other name", ref: "F-1", contact_email: "x@f.example" },
    { name: "Fine", ref: "F-1" },
    "no object",
    { name: "Long", ref: "x".repeat(41) },
  ]);
  expect(answer).toEqual({
    created: 0,
    contacts: 0,
    skipped: [],
    errors: [
      { row: 2, field: "name", rule: "required" },
      { row: 3, field: "ref", rule: "unique" },
      { row: 4, field: "contact_email", rule: "required" },
      { row: 5, field: "contact_email", rule: "format" },
      { row: 6, field: "ref", rule: "unique" },
      { row: 7, field: "name", rule: "repeated" },
      { row: 8, field: "name", rule: "type" },
      { row: 9, field: "ref", rule: "length", min: 0, max: 40 },
    ],
  });
  expect(await clients(scene)).toEqual(before);
});

const FILE = [
  { name: "Bramble & Finch", ref: "C-1", contact_name: "Ruth", contact_email: "ruth@b.example" },
  { name: "Bramble & Finch", ref: "C-1", contact_name: "Tom", contact_email: "tom@b.example" },
  { name: "Quist", contact_email: "nora@quist.example" },
  { name: "quist", contact_email: "ole@quist.example" },
  { name: "Alone" },
];

// S-2.78
test("importing the same file again adds nothing and lists the skipped rows", async ({ scene }) => {
  expect(await importRows(scene, FILE)).toMatchObject({ created: 3, contacts: 4 });
  const before = await clients(scene);
  expect(
    await importRows(
      scene,
      FILE.map((row) => ({ ...row, name: ` ${row.name} ` })),
    ),
  ).toEqual({
    ...{ created: 0, contacts: 0, skipped: [1, 2, 3, 4, 5], errors: [] },
  });
  expect(await clients(scene)).toEqual(before);
});

test("importing a file again with more rows adds only the new clients and contacts", async ({
  scene,
}) => {
  await importRows(scene, FILE);
  const answer = await importRows(scene, [
    { name: "Quist", contact_name: "Ada", contact_email: "ada@quist.example" },
    ...FILE,
    { name: "New" },
    { name: "Bramble & Finch", ref: "C-1", contact_name: "Uma", contact_email: "uma@b.example" },
  ]);
  expect(answer).toEqual({ created: 1, contacts: 2, skipped: [2, 3, 4, 5, 6], errors: [] });
  expect((await clients(scene)).map(({ name, contacts }) => [name, contacts])).toEqual([
    ["Alone", []],
    ["Bramble & Finch", ["Ruth <ruth@b.example>", "Tom <tom@b.example>", "Uma <uma@b.example>"]],
    ["New", []],
    [
      "Quist",
      ["Ada <ada@quist.example>", "Quist <nora@quist.example>", "quist <ole@quist.example>"],
    ],
  ]);
});

test("an import adds a second client with the same name if the reference or the contact is new", async ({
  scene,
}) => {
  await importRows(scene, FILE);
  const answer = await importRows(scene, [
    { name: "Bramble & Finch", ref: "C-2", contact_email: "ruth@b.example" },
    { name: "Alone", contact_email: "someone@alone.example" },
  ]);
  expect(answer).toEqual({ created: 2, contacts: 2, skipped: [], errors: [] });
});

test("an import distinguishes two clients with the same name by their contacts", async ({
  scene,
}) => {
  const member = scene.as(scene.world.alpha.member);
  const org_id = scene.world.alpha.orgId;
  for (const person of ["nora", "ole"]) {
    const saved = await member.rpc("save_client", { org_id, name: "Quist" });
    const { id: client_id } = saved as { id: string };
    const email = `${person}@quist.example`;
    await member.rpc("save_contact", { org_id, client_id, name: person, email });
  }
  const before = await clients(scene);
  const rows = [
    { name: "Quist", contact_email: "nora@quist.example" },
    { name: "Quist", contact_email: "ole@quist.example" },
  ];
  const nothing = { created: 0, contacts: 0, skipped: [1, 2], errors: [] };
  expect(await importRows(scene, rows)).toEqual(nothing);
  expect(await importRows(scene, rows.toReversed())).toEqual(nothing);
  expect(await clients(scene)).toEqual(before);
  // The new contact belongs to a client that already has a contact from the file.
  const answer = await importRows(scene, [
    ...rows,
    { name: "Quist", contact_email: "pia@quist.example" },
  ]);
  expect(answer).toEqual({ created: 0, contacts: 1, skipped: [1, 2], errors: [] });
  expect((await clients(scene)).map(({ contacts }) => contacts)).toContainEqual([
    "nora <nora@quist.example>",
    "Quist <pia@quist.example>",
  ]);
});

test("adding a reference to a client's row and importing the row again does not duplicate the client", async ({
  scene,
}) => {
  await importRows(scene, FILE);
  const row = { name: "Quist", ref: "Q-1", contact_email: "nora@quist.example" };
  expect(await importRows(scene, [row])).toMatchObject({ created: 0, skipped: [1] });
});

test("an import recognizes archived clients and removed contacts, and does not add them again", async ({
  scene,
}) => {
  await importRows(scene, FILE);
  await scene.db.query("update public.clients set archived_at = now() where name = 'Alone'");
  await scene.db.query("update public.contacts set status = 'removed' where name = 'Tom'");
  expect(await importRows(scene, FILE)).toMatchObject({ created: 0, contacts: 0 });
});

test("an import that repeats a row is refused, even if the row has no contact", async ({
  scene,
}) => {
  const row = { name: "Quist", contact_email: "nora@quist.example" };
  for (const rows of [
    [row, row],
    [{ name: "Alone" }, { name: "alone " }],
  ]) {
    expect(await importRows(scene, rows)).toEqual({
      ...{ created: 0, contacts: 0, skipped: [] },
      errors: [{ row: 2, field: "name", rule: "repeated" }],
    });
  }
});

test.for([
  [null, "type"],
  [{}, "type"],
  [[], "required"],
  [Array.from({ length: 1001 }, (_, index) => ({ name: `Client ${index}` })), "length"],
  [Array.from({ length: 1000 }, () => ({ name: "x", ref: "y".repeat(1100) })), "length"],
] as const)(
  "an import that is not a list, is empty or is too large is refused (%#)",
  async ([rows, rule], { scene }) => {
    expect(await refusal(importRows(scene, rows))).toMatchObject({
      detail: { field: "rows", rule },
    });
  },
);

// S-9.13
test("an import accepts a thousand rows", async ({ scene }) => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    name: `Client ${index}`,
    ref: `R-${index}`,
    contact_email: `c${index}@many.example`,
  }));
  expect(await importRows(scene, rows)).toEqual({
    ...{ created: 1000, contacts: 1000, skipped: [], errors: [] },
  });
});

test("users who are not active members of the firm cannot import clients", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.contact, alpha.suspended, beta.owner, stranger]) {
    expect(await refusal(importRows(scene, [{ name: "X" }], person))).toMatchObject({
      status: "404",
      code: "not_found",
    });
  }
});
