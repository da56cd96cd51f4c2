import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function invite(scene: Scene) {
  const { alpha, beta } = scene.world;
  await scene.db.query("update public.contacts set user_id = $1 where id = $2", [
    beta.owner.id,
    alpha.contactId,
  ]);
  return beta.owner;
}

// S-3.7
test("staff of one firm can answer as contacts of another firm, and remain staff of their own firm", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const person = scene.as(await invite(scene));
  expect(await person.see("public.requests")).toEqual([alpha.requestId, beta.requestId].sort());
  expect(await person.see("public.clients")).toEqual([beta.clientId]);
  await person.rpc("save_answer", { item_id: alpha.items.text, answer: { text: "Bread" } });
  expect(
    await refusal(person.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" })),
  ).toMatchObject({ code: "not_found" });
  const events = await scene
    .as(alpha.owner)
    .query(
      "select actor_kind, actor_name from public.events where action = 'submission.started' order by id desc limit 1",
    );
  expect(events).toEqual([{ actor_kind: "contact", actor_name: "Alpha Contact" }]);
});

test("a member whose firm requires a second factor can read another firm's request as a contact, with only an emailed code", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const person = await invite(scene);
  await scene.db.query("update public.orgs set require_mfa = true where id = $1", [beta.orgId]);
  expect(await scene.as(person).see("public.requests")).toEqual([alpha.requestId]);
  const passwordOnly = { ...person, methods: { password: 5 } };
  expect(await scene.as(passwordOnly).see("public.requests")).toEqual([]);
});

// S-6.20
test("staff of a firm that requires a factor must use a factor before they can open a link to one of the firm's requests", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.contacts set user_id = $1 where id = $2", [
    alpha.member.id,
    alpha.contactId,
  ]);
  const open = (person: typeof alpha.member) =>
    scene.as(person).rpc("open_request", { public_id: alpha.publicId });
  expect(await open(alpha.member)).toMatchObject({ status: "open" });
  await scene.db.query("update public.orgs set require_mfa = true");
  expect(await refusal(open(alpha.member))).toEqual({
    status: "403",
    code: "insufficient_aal",
    detail: { level: "aal2" },
  });
  expect(
    await refusal(
      scene.as(alpha.owner).rpc("review_item", { item_id: alpha.items.file, decision: "accepted" }),
    ),
  ).toMatchObject({ code: "insufficient_aal" });
  expect(await open({ ...alpha.member, aal: "aal2" })).toMatchObject({ status: "open" });
});

test("a member submits as a contact if they are a contact of the request, and otherwise as staff", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const submit = async (item_id: string, answer: Record<string, unknown>) => {
    await member.rpc("save_answer", { item_id, answer: answer as never });
    await member.rpc("submit_item", { item_id });
    const rows = await member.query(
      "select submitted_kind from public.submissions where item_id = $1",
      [item_id],
    );
    return rows[0]?.submitted_kind;
  };
  // The member becomes a contact, but not of this request.
  const { id } = await member.rpc("save_contact", {
    ...{ org_id: alpha.orgId, client_id: alpha.clientId },
    ...{ name: "Mia herself", email: alpha.member.email },
  });
  await scene.db.query("update public.contacts set user_id = $1 where id = $2", [
    alpha.member.id,
    id,
  ]);
  expect(await submit(alpha.items.text, { text: "By post." })).toBe("staff");
  await member.rpc("withdraw_item", { item_id: alpha.items.text });
  const drafts = await member.query(
    "select submitted_kind from public.submissions where item_id = $1",
    [alpha.items.text],
  );
  expect(drafts).toEqual([{ submitted_kind: null }]);
  await member.rpc("add_recipient", { request_id: alpha.requestId, contact_id: String(id) });
  expect(await submit(alpha.items.choice, { choices: ["Cash"] })).toBe("contact");
});

test("users cannot call link_contact, and the service cannot link a contact that is linked to another user", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const args = {
    contact_id: alpha.contactId,
    email: alpha.contact.email,
    user_id: beta.owner.id,
  };
  expect((await refusal(scene.as(alpha.owner).rpc("link_contact", args))).status).toBe("42501");
  expect(await scene.as(service).rpc("link_contact", args)).toBe(false);
});
