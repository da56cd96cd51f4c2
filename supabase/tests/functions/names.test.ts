import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { HOSTILE_FIRM_NAMES, HOSTILE_NAMES } from "../harness/hostile-names.ts";
import { createPerson } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const FIELDS: Record<string, (scene: Scene, name: string) => Promise<unknown>> = {
  "new client": ({ as, world: { alpha } }, name) =>
    as(alpha.member).rpc("save_client", { org_id: alpha.orgId, name }),
  client: ({ as, world: { alpha } }, name) =>
    as(alpha.member).rpc("save_client", {
      org_id: alpha.orgId,
      client_id: alpha.clientId,
      name,
    }),
  "new contact": ({ as, world: { alpha } }, name) =>
    as(alpha.member).rpc("save_contact", {
      org_id: alpha.orgId,
      client_id: alpha.clientId,
      name,
      email: "new@person.example",
    }),
  contact: ({ as, world: { alpha } }, name) =>
    as(alpha.member).rpc("save_contact", {
      org_id: alpha.orgId,
      client_id: alpha.clientId,
      contact_id: alpha.contactId,
      name,
      email: alpha.contact.email,
    }),
  person: ({ as, world: { alpha } }, name) =>
    as(alpha.member).query("update public.profiles set name = $1 where user_id = $2", [
      name,
      alpha.member.id,
    ]),
};

const FIRM_FIELDS: typeof FIELDS = {
  "new firm": ({ as, world: { stranger } }, name) =>
    as(stranger).rpc("create_org", { name, slug: "new-firm", time_zone: "Europe/London" }),
  firm: ({ as, world: { alpha } }, name) =>
    as(alpha.owner).rpc("update_org", {
      org_id: alpha.orgId,
      name,
      slug: "alpha",
      reply_email: "office@alpha.example",
      time_zone: "Europe/London",
    }),
};

const REFUSED = {
  status: "422",
  code: "validation_failed",
  detail: { field: "name", rule: "name" },
};

// S-5.4
test.for(Object.keys({ ...FIELDS, ...FIRM_FIELDS }))(
  "40 hostile names of a %s are refused",
  async (field, { scene }) => {
    expect(HOSTILE_NAMES).toHaveLength(40);
    const save = { ...FIELDS, ...FIRM_FIELDS }[field];
    for (const name of HOSTILE_NAMES) {
      expect([name, await refusal(save?.(scene, name) ?? Promise.resolve())]).toEqual([
        name,
        REFUSED,
      ]);
    }
  },
);

// S-5.4
test.for(Object.keys(FIRM_FIELDS))(
  "names of a %s that contain address characters or imitate Dossier are refused",
  async (field, { scene }) => {
    for (const name of HOSTILE_FIRM_NAMES) {
      const save = FIRM_FIELDS[field]?.(scene, name);
      expect([name, await refusal(save ?? Promise.resolve())]).toEqual([name, REFUSED]);
    }
  },
);

test("hostile names in an import are refused, and each error contains the row number and the field", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const rows = HOSTILE_NAMES.flatMap((name, index) => [
    { name },
    { name: `Client ${index}`, contact_name: name, contact_email: "a@b.example" },
  ]);
  const result = await scene.as(alpha.member).rpc("import_clients", { org_id: alpha.orgId, rows });
  expect(result).toMatchObject({ created: 0, contacts: 0 });
  expect(result.errors).toEqual(
    rows.map((row, index) => ({
      row: index + 1,
      field: "contact_name" in row ? "contact_name" : "name",
      rule: "name",
    })),
  );
});

test("a sign-up with a hostile name succeeds, but the name is not stored", async ({ scene }) => {
  for (const [index, name] of HOSTILE_NAMES.entries()) {
    await createPerson(scene.db, name, `sign-up${index}@nowhere.example`);
  }
  const names = await scene.db.query(
    `select count(*)::int from public.profiles p
    where private.is_bad_name(p.name, false)`,
  );
  expect(names.rows).toEqual([{ count: 0 }]);
});

test.for([
  "O’Brien & Søns (1998) Ltd.",
  "Müller-Lüdenscheidt",
  "নেহা শর্মা",
  "شرکت می‌خواهم",
  "株式会社ドシエ",
  "Family 👩‍👩‍👧‍👦",
  'a.b.c: d/e; f, "g"',
])("%j is accepted as the name of a client, a contact and a person", async (name, { scene }) => {
  for (const save of Object.values(FIELDS)) await save(scene, name);
});

// S-5.5
test("invisible characters are removed from a draft's titles, sections and message", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const draft = await scene.as(alpha.member).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Annual\u202e ac\u200bcounts\u2066",
    message: "One\u{e0041}\nt\u00adwo\u061c",
    contact_ids: [alpha.contactId],
    items: [{ kind: "text", section: "Pa\ufeffpers", title: "Bank\u2067 statements" }],
  });
  const { rows } = await scene.db.query(
    `select r.title, r.message, i.section, i.title as item
    from public.requests r join public.items i on i.request_id = r.id where r.id = $1`,
    [draft.id],
  );
  expect(rows).toEqual([
    { title: "Annual accounts", message: "One\ntwo", section: "Papers", item: "Bank statements" },
  ]);
});

// S-5.4
test("only staff of the firm can list older names that break the naming rules", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  await scene.db.query("update public.orgs set name = 'security@alpha.example' where id = $1", [
    alpha.orgId,
  ]);
  await scene.db.query("update public.clients set name = 'www.alpha.example' where id = $1", [
    alpha.clientId,
  ]);
  await scene.db.query("update public.contacts set name = E'Olivia\\u202e' where id = $1", [
    alpha.contactId,
  ]);
  const list = (person: typeof alpha.owner) =>
    scene.as(person).rows("list_names_to_change", { org_id: alpha.orgId });
  expect(await list(alpha.member)).toEqual([
    { kind: "firm", client_id: null, name: "security@alpha.example" },
    { kind: "client", client_id: alpha.clientId, name: "www.alpha.example" },
    { kind: "contact", client_id: alpha.clientId, name: "Olivia\u202e" },
  ]);
  expect(await refusal(list(beta.owner))).toMatchObject({ code: "not_found" });
});
