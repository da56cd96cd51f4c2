import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

type Kind = "file" | "text" | "choice";

async function submit(scene: Scene, kind: "text" | "choice" | "date") {
  const { alpha } = scene.world;
  const answers = {
    text: { text: "Bakery" },
    choice: { choices: ["Cash"] },
    date: { date: "2026-03-31" },
  };
  const contact = scene.as(alpha.contact);
  await contact.rpc("save_answer", { item_id: alpha.items[kind], answer: answers[kind] });
  await contact.rpc("submit_item", { item_id: alpha.items[kind] });
}

/** The file item is already submitted, so the function submits only the other items. */
async function accept(scene: Scene, kinds: Kind[]) {
  const { alpha } = scene.world;
  for (const kind of kinds) {
    if (kind !== "file") await submit(scene, kind);
    await scene.as(alpha.member).rpc("review_item", {
      item_id: alpha.items[kind],
      decision: "accepted",
    });
  }
}

async function requestStatus(scene: Scene) {
  const { rows } = await scene.db.query("select status from public.requests where id = $1", [
    scene.world.alpha.requestId,
  ]);
  return rows[0].status;
}

async function queuedKinds(scene: Scene) {
  const { rows } = await scene.db.query(
    "select kind from private.outbox where request_id = $1 and status = 'queued' order by kind",
    [scene.world.alpha.requestId],
  );
  return rows.map((row) => row.kind);
}

// S-4.7
test("withdrawing the only undecided answer, which is optional, completes a request whose required items are accepted", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await submit(scene, "date");
  await accept(scene, ["file", "text", "choice"]);
  expect(await requestStatus(scene)).toBe("open");
  expect(
    await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.date }),
  ).toMatchObject({ status: "open" });
  expect(await requestStatus(scene)).toBe("complete");
  expect(await queuedKinds(scene)).toEqual(["request_completed"]);
});

// S-4.7
test("removing the last unfinished required item completes the request", async ({ scene }) => {
  const { alpha } = scene.world;
  await accept(scene, ["file", "text"]);
  await scene.as(alpha.member).rpc("remove_item", { item_id: alpha.items.choice });
  expect(await requestStatus(scene)).toBe("complete");
});

// S-4.7
test("making the last open required item optional completes the request, but adding an optional item does not", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const choice = {
    request_id: alpha.requestId,
    kind: "choice",
    title: "Accounting basis",
    options: { choices: ["Cash", "Accrual"] },
  };
  await accept(scene, ["file", "text"]);
  await member.rpc("save_item", { ...choice, title: "Another", required: false });
  await member.rpc("save_item", { ...choice, item_id: alpha.items.choice });
  expect(await requestStatus(scene)).toBe("open");
  await member.rpc("save_item", { ...choice, item_id: alpha.items.choice, required: false });
  expect(await requestStatus(scene)).toBe("complete");
});

// S-4.18
test("a member cannot undo their decision after another member has made a later decision", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const item_id = alpha.items.file;
  const first = await scene.as(alpha.member).rpc("review_item", {
    item_id,
    decision: "returned",
    note: "Wrong year.",
  });
  const expected_version = Number(first.version);
  await scene.as(alpha.admin).rpc("undo_decision", { item_id, expected_version });
  await scene.as(alpha.admin).rpc("review_item", { item_id, decision: "accepted" });
  expect(
    await refusal(scene.as(alpha.member).rpc("undo_decision", { item_id, expected_version })),
  ).toMatchObject({
    status: "409",
    code: "version_conflict",
    detail: { version: expected_version + 2, name: "Alpha admin" },
  });
});

// S-4.9
test("reopening a request notifies each contact whose email about the completion was sent", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const saved = await member.rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    name: "Second",
    email: "second@alpha-client.example",
  });
  await member.rpc("add_recipient", {
    request_id: alpha.requestId,
    contact_id: String(saved.id),
  });
  await accept(scene, ["file", "text", "choice"]);
  await scene.db.query(
    "update private.outbox set status = 'sent' where kind = 'request_completed' and contact_id = $1",
    [alpha.contactId],
  );
  await member.rpc("reopen_request", {
    request_id: alpha.requestId,
    note: "One more page, please.",
  });
  const { rows } = await scene.db.query(
    "select contact_id from private.outbox where kind = 'request_reopened'",
  );
  expect(rows).toEqual([{ contact_id: alpha.contactId }]);
});
