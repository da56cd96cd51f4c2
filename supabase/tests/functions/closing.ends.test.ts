import { expect } from "vitest";
import { createPerson } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const REASON = "The company was sold.";
const endFor = ({ world, as }: Scene, person = world.alpha.contact) =>
  as(person).rpc("get_request_end", { public_id: world.alpha.publicId });

async function cancelWithDraft({ world: { alpha }, as }: Scene): Promise<void> {
  await as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "We bake bread." },
    client_note: "Since 1987.",
  });
  await as(alpha.owner).rpc("cancel_request", { request_id: alpha.requestId, reason: REASON });
}

test("a contact of a canceled request can read the title, the reason, the firm's addresses and their own unsent answers", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await endFor(scene)).toBeNull();
  await cancelWithDraft(scene);
  await scene.db.query("update public.orgs set postal_address = '4 Quay Street' where id = $1", [
    alpha.orgId,
  ]);
  const { rows } = await scene.db.query(
    `select r.title, r.closed_at, o.time_zone, o.reply_email, o.postal_address
      from public.requests r join public.orgs o on o.id = r.org_id where r.id = $1`,
    [alpha.requestId],
  );
  const { closed_at: closedAt, ...facts } = rows[0];
  const end = (await endFor(scene)) as { closed_at: string };
  expect(new Date(end.closed_at)).toEqual(closedAt);
  expect(end).toEqual({
    ...facts,
    closed_at: end.closed_at,
    reason: REASON,
    drafts: [
      {
        item_id: alpha.items.text,
        title: "Business activity",
        answer: "We bake bread.",
        note: "Since 1987.",
      },
    ],
  });
});

test("a contact of a request that is archived, or was completed 90 days ago, gets the firm's reply address, but no reason and no drafts", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { rows } = await scene.db.query("select reply_email from public.orgs where id = $1", [
    alpha.orgId,
  ]);
  const ended = { reply_email: rows[0].reply_email, reason: null, drafts: [] };
  const complete = (closedBefore: string) =>
    scene.db.query(
      `update public.requests set status = 'complete', closed_at = private.clock() - $2::interval
        where id = $1`,
      [alpha.requestId, closedBefore],
    );
  await complete("89 days");
  expect(await endFor(scene)).toBeNull();
  await complete("90 days");
  expect(await endFor(scene)).toMatchObject(ended);
  await scene.as(alpha.owner).rpc("archive_request", { request_id: alpha.requestId });
  expect(await endFor(scene)).toMatchObject(ended);
});

test("users who are not contacts of the request, or who signed in without a code, cannot read the reason or the unsent answers", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  await cancelWithDraft(scene);
  const passwordOnly = { ...alpha.contact, methods: { password: 5 } };
  for (const person of [alpha.member, beta.owner, beta.contact, stranger, passwordOnly]) {
    expect(await endFor(scene, person)).toBeNull();
  }
});

test("a contact removed before the cancellation can read the reason only if they have an unsent answer", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { orgId: org_id, clientId: client_id, requestId: request_id } = alpha;
  const staff = scene.as(alpha.owner);
  const add = async (name: string) => {
    const person = await createPerson(scene.db, name, `${name}@alpha-client.example`);
    const contact = { org_id, client_id, name, email: person.email };
    const contact_id = String((await staff.rpc("save_contact", contact)).id);
    await staff.rpc("add_recipient", { request_id, contact_id });
    return { person, contact_id };
  };
  const [second] = [await add("second"), await add("third")];
  await staff.rpc("remove_recipient", { request_id, contact_id: second.contact_id });
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "We bake bread." },
  });
  await staff.rpc("remove_recipient", { request_id, contact_id: alpha.contactId });
  await staff.rpc("cancel_request", { request_id, reason: REASON });
  expect(await endFor(scene, second.person)).toBeNull();
  expect(await endFor(scene)).toMatchObject({ drafts: [{ answer: "We bake bread." }] });
});

test("the link of a deleted firm's request says that the firm is deleted", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set deleted_at = now() where id = $1", [alpha.orgId]);
  expect(
    await scene.as(alpha.contact).rpc("get_public_request", { public_id: alpha.publicId }),
  ).toMatchObject({ firm: "Alpha", state: "firm_deleted" });
});
