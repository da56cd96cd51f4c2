import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

// S-4.51
test("a member can add a client, and saving an outdated version of the client is refused", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const saved = await member.rpc("save_client", {
    org_id: alpha.orgId,
    name: "  Zoë Müller ",
    ref: "C-7",
  });
  expect(saved).toMatchObject({ version: 1 });
  const args = { org_id: alpha.orgId, client_id: String(saved.id), name: "Zoë Weber" };
  expect(await member.rpc("save_client", { ...args, expected_version: 1 })).toMatchObject({
    version: 2,
  });
  expect(
    await refusal(scene.as(alpha.admin).rpc("save_client", { ...args, expected_version: 1 })),
  ).toEqual({
    status: "409",
    code: "version_conflict",
    detail: { version: 2, name: "Alpha member" },
  });
  expect(await refusal(member.rpc("save_client", { ...args, expected_version: 1 }))).toMatchObject({
    detail: { version: 2, name: "You" },
  });
  const [row] = await member.query("select name, ref from public.clients where id = $1", [
    saved.id,
  ]);
  expect(row).toEqual({ name: "Zoë Weber", ref: null });
});

test("two clients of a firm cannot have the same reference", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const args = { org_id: alpha.orgId, name: "One", ref: "C-1" };
  await member.rpc("save_client", args);
  expect(await refusal(member.rpc("save_client", { ...args, name: "Two" }))).toMatchObject({
    code: "validation_failed",
    detail: { field: "ref", rule: "unique" },
  });
});

// S-6.6
test("users who are not active members of the firm cannot save its clients or contacts", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [beta.owner, stranger, alpha.contact, alpha.suspended]) {
    const actor = scene.as(person);
    expect(
      await refusal(actor.rpc("save_client", { org_id: alpha.orgId, name: "Mine" })),
    ).toMatchObject({ status: "404", code: "not_found" });
    expect(
      await refusal(
        actor.rpc("save_contact", {
          org_id: alpha.orgId,
          client_id: alpha.clientId,
          name: "Me",
          email: "me@x.example",
        }),
      ),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
});

// S-3.4
test("staff cannot change another firm's client by passing the id of their own firm", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const owner = scene.as(beta.owner);
  expect(
    await refusal(
      owner.rpc("save_client", { org_id: beta.orgId, client_id: alpha.clientId, name: "Taken" }),
    ),
  ).toMatchObject({ code: "not_found" });
  expect(
    await refusal(
      owner.rpc("save_contact", {
        org_id: beta.orgId,
        client_id: alpha.clientId,
        name: "Spy",
        email: "spy@x.example",
      }),
    ),
  ).toMatchObject({ code: "not_found" });
});

// S-4.51
test("a client can be archived only if it has no open requests or drafts, and can be restored", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  expect(await refusal(member.rpc("archive_client", { client_id: alpha.clientId }))).toMatchObject({
    code: "has_open_requests",
  });
  const other = await member.rpc("save_client", { org_id: alpha.orgId, name: "Idle" });
  const client_id = String(other.id);
  const draft = await member.rpc("save_draft", {
    ...{ org_id: alpha.orgId, client_id, title: "Begun", message: "", contact_ids: [], items: [] },
  });
  expect(await refusal(member.rpc("archive_client", { client_id }))).toMatchObject({
    code: "has_open_requests",
  });
  await member.rpc("delete_draft", { request_id: String(draft.id) });
  await member.rpc("archive_client", { client_id });
  await member.rpc("archive_client", { client_id, archived: false });
  const [row] = await member.query("select archived_at from public.clients where id = $1", [
    client_id,
  ]);
  expect(row).toEqual({ archived_at: null });
});
