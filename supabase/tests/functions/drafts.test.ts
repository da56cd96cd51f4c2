import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";
import { checklist, daysAhead, type World } from "../harness/world.ts";

function draftOf({ alpha }: World) {
  return {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Mortgage application",
    message: "",
    due_on: daysAhead(10),
    contact_ids: [alpha.contactId],
    items: checklist,
  };
}

test("saving a draft again keeps the items whose ids are in the call, and deletes the other items", async ({
  scene,
}) => {
  const member = scene.as(scene.world.alpha.member);
  const first = await member.rpc("save_draft", {
    ...draftOf(scene.world),
    title: "",
    items: [
      { kind: "file", title: "" },
      { kind: "text", title: "Two" },
    ],
  });
  const [, second] = first.item_ids as string[];
  const saved = await member.rpc("save_draft", {
    ...draftOf(scene.world),
    request_id: String(first.id),
    expected_version: 1,
    items: [
      { kind: "date", title: "New" },
      { id: second, kind: "text", title: "Second" },
    ],
  });
  expect(saved).toMatchObject({ version: 2 });
  const items = await member.query(
    "select id, title, kind, position from public.items where request_id = $1 order by position",
    [first.id],
  );
  expect(items).toEqual([
    { id: expect.any(String), title: "New", kind: "date", position: 1 },
    { id: second, title: "Second", kind: "text", position: 2 },
  ]);
});

// S-2.24, S-3.29, S-4.1
test("creating a draft records an event, and saving the draft again records none", async ({
  scene,
}) => {
  const member = scene.as(scene.world.alpha.member);
  const draft = await member.rpc("save_draft", draftOf(scene.world));
  await member.rpc("save_draft", { ...draftOf(scene.world), request_id: String(draft.id) });
  const events = await member.query("select action from public.events where request_id = $1", [
    draft.id,
  ]);
  expect(events).toEqual([{ action: "request.drafted" }]);
});

test("saving an outdated draft is refused, and the error contains the last editor's name", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const draft = await scene.as(alpha.member).rpc("save_draft", draftOf(scene.world));
  const args = { ...draftOf(scene.world), request_id: String(draft.id), expected_version: 1 };
  await scene.as(alpha.member).rpc("save_draft", args);
  expect(await refusal(scene.as(alpha.admin).rpc("save_draft", args))).toMatchObject({
    code: "version_conflict",
    detail: { version: 2, name: "Alpha member" },
  });
});

// S-8.17
test("the error of a version conflict contains the name of the person who saved last, or “You” if the caller saved last", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const [member, admin] = [scene.as(alpha.member), scene.as(alpha.admin)];
  const draft = await member.rpc("save_draft", draftOf(scene.world));
  const args = { ...draftOf(scene.world), request_id: String(draft.id), expected_version: 1 };
  // Saving records no event. The error must contain the name of the last editor, not of the creator.
  await admin.rpc("save_draft", args);
  expect(await refusal(member.rpc("save_draft", args))).toMatchObject({
    detail: { version: 2, name: "Alpha admin" },
  });
  expect(await refusal(admin.rpc("save_draft", args))).toMatchObject({
    detail: { version: 2, name: "You" },
  });
  expect(
    await refusal(admin.rpc("send_request", { request_id: String(draft.id), expected_version: 1 })),
  ).toMatchObject({ detail: { name: "You" } });
});

test("saving a draft with the id of a deleted item creates the item again", async ({ scene }) => {
  const member = scene.as(scene.world.alpha.member);
  const items = [
    { kind: "text", title: "One" },
    { kind: "text", title: "Two" },
  ];
  const draft = await member.rpc("save_draft", { ...draftOf(scene.world), items });
  const [one, two] = draft.item_ids as string[];
  const args = { ...draftOf(scene.world), request_id: String(draft.id) };
  await member.rpc("save_draft", { ...args, items: [{ id: one, kind: "text", title: "One" }] });
  const mine = [
    { id: two, kind: "text", title: "Two" },
    { id: one, kind: "text", title: "One" },
  ];
  const saved = await member.rpc("save_draft", { ...args, items: mine });
  const [again] = saved.item_ids as string[];
  expect(saved.item_ids).toEqual([expect.any(String), one]);
  const stored = await member.query(
    "select id, title from public.items where request_id = $1 order by position",
    [draft.id],
  );
  expect(stored).toEqual([
    { id: again, title: "Two" },
    { id: one, title: "One" },
  ]);
});

test.for([
  ["title", { title: "x".repeat(121) }, "length"],
  ["message", { message: "x".repeat(2001) }, "length"],
  [
    "items.1.title",
    { items: [{ kind: "file" }, { kind: "text", title: "x".repeat(121) }] },
    "length",
  ],
  ["items.0.kind", { items: [{ kind: "essay" }] }, "format"],
  ["items.0.accept", { items: [{ kind: "file", accept: ["exe"] }] }, "format"],
  ["items.0.max_files", { items: [{ kind: "file", max_files: 21 }] }, "range"],
  ["items", { items: { no: "list" } }, "type"],
] as const)("a draft with an invalid %s is refused", async ([field, change, rule], { scene }) => {
  const member = scene.as(scene.world.alpha.member);
  expect(
    await refusal(
      member.rpc("save_draft", { ...draftOf(scene.world), ...structuredClone(change) } as never),
    ),
  ).toMatchObject({ code: "validation_failed", detail: { field, rule } });
});

// S-4.3
test("a draft has at most five contacts, who all belong to its client", async ({ scene }) => {
  const { alpha, beta } = scene.world;
  const member = scene.as(alpha.member);
  expect(
    await refusal(
      member.rpc("save_draft", { ...draftOf(scene.world), contact_ids: [beta.contactId] }),
    ),
  ).toMatchObject({ detail: { field: "contact_ids" } });
  const many = Array.from({ length: 6 }, () => crypto.randomUUID());
  expect(
    await refusal(member.rpc("save_draft", { ...draftOf(scene.world), contact_ids: many })),
  ).toMatchObject({ code: "limit_reached", detail: { limit: 5, what: "contacts" } });
});

// S-9.6
test("a request has at most 300 items", async ({ scene }) => {
  const items = Array.from({ length: 301 }, () => ({ kind: "text", title: "Same" }));
  expect(
    await refusal(
      scene.as(scene.world.alpha.member).rpc("save_draft", { ...draftOf(scene.world), items }),
    ),
  ).toMatchObject({ code: "limit_reached", detail: { limit: 300, what: "items" } });
});

test("a draft cannot contain an item of another request", async ({ scene }) => {
  const { alpha, beta } = scene.world;
  for (const id of [alpha.items.text, beta.items.text]) {
    expect(
      await refusal(
        scene.as(alpha.member).rpc("save_draft", {
          ...draftOf(scene.world),
          items: [{ id, kind: "text", title: "Mine now" }],
        }),
      ),
    ).toMatchObject({ code: "not_found" });
  }
});

// S-3.28, S-4.2, S-8.19
test("a draft can be deleted, but a sent request can be neither saved as a draft nor deleted", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  expect(
    await refusal(
      member.rpc("save_draft", { ...draftOf(scene.world), request_id: alpha.requestId }),
    ),
  ).toMatchObject({ code: "invalid_transition", detail: { status: "open" } });
  expect(await refusal(member.rpc("delete_draft", { request_id: alpha.requestId }))).toMatchObject({
    code: "invalid_transition",
  });
  await member.rpc("delete_draft", { request_id: alpha.draftId });
  expect(await member.see("public.requests")).toEqual([alpha.requestId]);
  const events = await scene
    .as(alpha.owner)
    .query("select action from public.events where entity_id = $1 and request_id is null", [
      alpha.draftId,
    ]);
  expect(events).toEqual([{ action: "request.deleted" }]);
});

// S-4.1
test("a draft cannot be created for an archived client", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await scene.db.query("update public.clients set archived_at = now() where id = $1", [
    alpha.clientId,
  ]);
  expect(await refusal(member.rpc("save_draft", draftOf(scene.world)))).toMatchObject({
    detail: { field: "client_id" },
  });
});

// S-6.6
test("users who are not active members of the firm cannot save, delete or send its drafts", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [beta.owner, stranger, alpha.contact, alpha.suspended]) {
    const actor = scene.as(person);
    for (const call of [
      actor.rpc("save_draft", draftOf(scene.world)),
      actor.rpc("delete_draft", { request_id: alpha.draftId }),
      actor.rpc("send_request", { request_id: alpha.draftId }),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
    }
  }
});

test("a draft can be assigned only to active staff of the firm, and saving it without an assignee unassigns it", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const member = scene.as(alpha.member);
  const assigned = async (requestId: unknown) => {
    const [row] = await member.query("select assignee_id from public.requests where id = $1", [
      requestId,
    ]);
    return row?.assignee_id;
  };
  const draft = await member.rpc("save_draft", {
    ...draftOf(scene.world),
    assignee_id: alpha.member.id,
  });
  expect(await assigned(draft.id)).toBe(alpha.member.id);
  const again = { ...draftOf(scene.world), request_id: String(draft.id) };
  for (const assignee_id of [beta.owner.id, alpha.suspended.id]) {
    expect(await refusal(member.rpc("save_draft", { ...again, assignee_id }))).toMatchObject({
      code: "validation_failed",
    });
  }
  expect(await assigned(draft.id)).toBe(alpha.member.id);
  await member.rpc("save_draft", again);
  expect(await assigned(draft.id)).toBeNull();
});
