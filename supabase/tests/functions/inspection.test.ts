import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { storeObject } from "../harness/world.ts";

async function fileIn(scene: Scene, status: "uploading" | "checking") {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "Again, please.",
  });
  const started = await contact.rpc("begin_upload", {
    item_id: alpha.items.file,
    name: "again.pdf",
    bytes: 700,
    mime: "application/pdf",
  });
  await storeObject(scene.db, String(started.path), 700);
  const file_id = String(started.file_id);
  if (status === "checking") await contact.rpc("finish_upload", { file_id });
  return { file_id, path: String(started.path) };
}

// S-4.21
test("the first verdict on a file is stored, and a second verdict only returns the file's current state", async ({
  scene,
}) => {
  const { file_id } = await fileIn(scene, "checking");
  const verdict = { file_id, detected_mime: "application/zip", sha256: "c".repeat(64) };
  const rejected = [{ file_id, status: "rejected", reject_code: "type_mismatch" }];
  expect(
    await scene.as(service).rows("record_inspection", {
      ...verdict,
      status: "rejected",
      reject_code: "type_mismatch",
    }),
  ).toEqual(rejected);
  expect(
    await scene.as(service).rows("record_inspection", { ...verdict, status: "ready" }),
  ).toEqual(rejected);
});

test("a verdict for a file that is still uploading is ignored", async ({ scene }) => {
  const { file_id } = await fileIn(scene, "uploading");
  expect(
    await scene.as(service).rows("record_inspection", {
      file_id,
      status: "ready",
      detected_mime: "application/pdf",
      sha256: "c".repeat(64),
    }),
  ).toEqual([{ file_id, status: "uploading", reject_code: null }]);
});

test("get_inspection returns the file's metadata, but not its contents", async ({ scene }) => {
  const { file_id, path } = await fileIn(scene, "checking");
  expect(await scene.as(service).rows("get_inspection", { file_id })).toEqual([
    {
      file_id,
      bucket: "documents",
      path,
      name: "again.pdf",
      mime: "application/pdf",
      bytes: "700",
      status: "checking",
      reject_code: null,
    },
  ]);
});

// S-4.22
test("only one process at a time can claim a file, and the claim expires if the process reports no verdict", async ({
  scene,
}) => {
  const { file_id } = await fileIn(scene, "checking");
  const claim = () => scene.as(service).rpc("claim_inspection", { file_id });
  const lost = () => scene.as(service).rows("files_to_inspect", {});
  expect(await claim()).toBe(true);
  expect(await claim()).toBe(false);
  await scene.travel("90 seconds");
  expect([await claim(), await lost()]).toEqual([false, []]);
  await scene.travel("30 seconds");
  expect(await lost()).toEqual([{ file_id }]);
  expect(await claim()).toBe(true);
  await scene.as(service).rows("record_inspection", {
    file_id,
    status: "ready",
    detected_mime: "application/pdf",
    sha256: "c".repeat(64),
  });
  await scene.travel("1 hour");
  expect([await claim(), await lost()]).toEqual([false, []]);
  expect(
    await refusal(scene.as(scene.world.alpha.contact).rpc("claim_inspection", { file_id })),
  ).toMatchObject({ status: "42501" });
});

// S-8.37
test("a file whose inspection reports no verdict is inspected again after two minutes", async ({
  scene,
}) => {
  const { file_id } = await fileIn(scene, "checking");
  expect(await scene.as(service).rows("files_to_inspect", {})).toEqual([]);
  await scene.travel("2 minutes");
  expect(await scene.as(service).rows("files_to_inspect", {})).toEqual([{ file_id }]);
});

// S-4.22
test("a failed inspection is retried after the inspections of other files, and each later wait is longer", async ({
  scene,
}) => {
  const next = async () => {
    const rows = await scene.as(service).rows("files_to_inspect", { max_rows: 1 });
    return rows.map((row) => row.file_id);
  };
  const { file_id } = await fileIn(scene, "checking");
  await scene.travel("61 seconds");
  const { alpha } = scene.world;
  await scene.db.query("update public.files set status = 'checking' where id = $1", [alpha.fileId]);
  await scene.travel("1 second");
  expect([await next(), await next()]).toEqual([[file_id], []]);
  await scene.travel("61 seconds");
  expect([await next(), await next(), await next()]).toEqual([[alpha.fileId], [file_id], []]);
  await scene.travel("1 minute");
  expect([await next(), await next()]).toEqual([[alpha.fileId], []]);
  await scene.travel("1 minute");
  expect([await next(), await next()]).toEqual([[file_id], []]);
});

// S-4.22
test("a file is rejected after eight failed inspections, and the next file is inspected", async ({
  scene,
}) => {
  const find = () => scene.as(service).rows("files_to_inspect", { max_rows: 1 });
  const { file_id } = await fileIn(scene, "checking");
  for (const wait of [2, 1, 2, 4, 8, 16, 32, 64]) {
    await scene.travel(`${wait} minutes`);
    expect(await find()).toEqual([{ file_id }]);
  }
  const { alpha } = scene.world;
  await scene.db.query("update public.files set status = 'checking' where id = $1", [alpha.fileId]);
  await scene.travel("127 minutes");
  expect(await scene.as(service).rows("get_inspection", { file_id })).toMatchObject([
    { status: "checking" },
  ]);
  await scene.travel("1 minute");
  expect(await find()).toEqual([{ file_id: alpha.fileId }]);
  expect(await scene.as(service).rows("get_inspection", { file_id })).toMatchObject([
    { status: "rejected", reject_code: "upload_incomplete" },
  ]);
  const events = await scene
    .as(alpha.owner)
    .query("select action, actor_kind from public.events where entity_id = $1 order by no", [
      file_id,
    ]);
  expect(events.at(-1)).toEqual({ action: "file.rejected", actor_kind: "system" });
});

// S-4.23, S-9.7
test("unfinished uploads fail after 48 hours, and their objects are marked for deletion", async ({
  scene,
}) => {
  const { file_id, path } = await fileIn(scene, "uploading");
  const fail = async () => (await scene.as(service).rpc("fail_uploads", {} as never)) as unknown;
  expect(await fail()).toBe(0);
  expect(await scene.as(service).rows("orphaned_objects", {})).toEqual([]);
  await scene.travel("49 hours");
  expect(await fail()).toBe(1);
  expect(await scene.as(service).rows("orphaned_objects", {})).toEqual([
    { bucket: "documents", path },
  ]);
  const events = await scene
    .as(scene.world.alpha.owner)
    .query("select action, actor_kind from public.events where entity_id = $1 order by no", [
      file_id,
    ]);
  expect(events.at(-1)).toEqual({ action: "file.failed", actor_kind: "system" });
});

// S-4.23
test("uploads to a canceled request fail immediately", async ({ scene }) => {
  await fileIn(scene, "uploading");
  await scene.as(scene.world.alpha.owner).rpc("cancel_request", {
    request_id: scene.world.alpha.requestId,
    reason: "Not needed",
  });
  expect(await scene.as(service).rpc("fail_uploads", {} as never)).toBe(1);
});

// S-6.16
test("users cannot call functions that only the service may call", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const name of [
    "claim_mail",
    "files_to_inspect",
    "orphaned_objects",
    "fail_uploads",
    "queue_reminders",
  ] as const) {
    expect((await refusal(scene.as(alpha.owner).rows(name, {} as never))).status).toBe("42501");
  }
});

// S-6.16
test("users cannot approve their own file, read its inspection or record the outcome of an email", async ({
  scene,
}) => {
  const { file_id } = await fileIn(scene, "checking");
  const { alpha, beta, stranger } = scene.world;
  const [email] = await scene.as(service).rows("claim_mail", { max_rows: 1 });
  const held = { mail_id: String(email?.mail_id), tries: Number(email?.tries), outcome: "sent" };
  const verdict = { detected_mime: "application/pdf", sha256: "c".repeat(64) };
  for (const person of [alpha.contact, alpha.owner, alpha.admin, beta.owner, stranger, anonymous]) {
    const actor = scene.as(person);
    for (const call of [
      actor.rows("record_inspection", { file_id, status: "ready", ...verdict }),
      actor.rows("get_inspection", { file_id }),
      actor.rows("finish_mail", held),
    ]) {
      expect((await refusal(call)).status).toBe("42501");
    }
  }
  expect(await scene.as(service).rows("get_inspection", { file_id })).toMatchObject([
    { status: "checking" },
  ]);
  expect(await scene.as(service).rpc("finish_mail", held)).toBe(true);
});
