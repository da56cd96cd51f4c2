import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { sendFile, storeObject } from "../harness/world.ts";

const pdf = { name: "letter.pdf", bytes: 500, mime: "application/pdf" };
const nothing = { not_applicable: true, client_note: "No such account." };

/** The draft has a rejected file, a file that waits for inspection, and an unfinished upload. */
async function fillDraft(scene: Scene) {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = alpha.items.file;
  await contact.rpc("withdraw_item", { item_id });
  const fake = await sendFile(scene.db, alpha.contact, item_id);
  await scene.db.query(
    "update public.files set status = 'rejected', reject_code = 'macro' where id = $1",
    [fake.fileId],
  );
  const checking = await contact.rpc("begin_upload", { item_id, ...pdf });
  await storeObject(scene.db, String(checking.path), pdf.bytes);
  await contact.rpc("finish_upload", { file_id: String(checking.file_id) });
  const uploading = await contact.rpc("begin_upload", { item_id, ...pdf });
  return {
    contact,
    item_id,
    rejected: fake.fileId,
    checking: String(checking.file_id),
    uploading: String(uploading.file_id),
    uploadPath: String(uploading.path),
  };
}

const filesOf = async ({ db }: Scene, item_id: string) =>
  (
    await db.query<{ id: string; status: string; shared_at: Date | null }>(
      "select id, status, shared_at from public.files where item_id = $1",
      [item_id],
    )
  ).rows;

// S-4.14
test("the answer “doesn’t apply” can be submitted for a draft with files, and contains none of the files", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const { contact, item_id, rejected, checking, uploading } = await fillDraft(scene);
  await contact.rpc("save_answer", { item_id, ...nothing });
  expect(await contact.rpc("submit_item", { item_id })).toMatchObject({ status: "submitted" });
  const ids = [alpha.fileId, rejected, checking, uploading].sort();
  const removed = ids.map((id) => ({ id, status: "removed", shared_at: null }));
  expect((await filesOf(scene, item_id)).sort((a, b) => a.id.localeCompare(b.id))).toEqual(removed);

  const member = scene.as(alpha.member);
  expect(await member.see("public.files")).toEqual([]);
  const events = await member.query(
    "select entity_id, actor_kind from public.events where action = 'file.removed' and request_id = $1 order by entity_id",
    [alpha.requestId],
  );
  expect(events).toEqual(ids.map((entity_id) => ({ entity_id, actor_kind: "contact" })));
  await member.rpc("review_item", { item_id, decision: "accepted" });
  expect(await member.rpc("begin_export", { request_id: alpha.requestId })).toMatchObject({
    files: 0,
    bytes: 0,
  });
});

// S-4.24
test("an upload or inspection that ends after “doesn’t apply” was submitted changes nothing", async ({
  scene,
}) => {
  const { contact, item_id, checking, uploading, uploadPath } = await fillDraft(scene);
  await contact.rpc("save_answer", { item_id, ...nothing });
  await contact.rpc("submit_item", { item_id });
  const store = contact.query(
    "insert into storage.objects (bucket_id, name, owner_id) values ('documents', $1, $2) returning id",
    [uploadPath, scene.world.alpha.contact.id],
  );
  await expect(store).rejects.toThrow(/row-level security/);
  await storeObject(scene.db, uploadPath, pdf.bytes);
  expect(await refusal(contact.rpc("finish_upload", { file_id: uploading }))).toMatchObject({
    code: "item_closed",
    detail: { status: "submitted" },
  });
  expect(
    await scene.as(service).rows("record_inspection", {
      file_id: checking,
      status: "ready",
      detected_mime: pdf.mime,
      sha256: "b".repeat(64),
    }),
  ).toEqual([{ file_id: checking, status: "removed", reject_code: null }]);

  await contact.rpc("withdraw_item", { item_id });
  expect(await refusal(contact.rpc("finish_upload", { file_id: uploading }))).toMatchObject({
    code: "invalid_transition",
  });
  await contact.rpc("save_answer", { item_id });
  expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
    code: "validation_failed",
    detail: { field: "files", rule: "required" },
  });
});

// S-4.24
test("submitting “doesn’t apply” keeps the files of earlier versions visible to staff", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = alpha.items.file;
  const decision = { item_id, decision: "partial", note: "And the second account?" };
  await scene.as(alpha.member).rpc("review_item", decision);
  const { fileId } = await sendFile(scene.db, alpha.contact, item_id);
  await contact.rpc("save_answer", { item_id, ...nothing });
  await contact.rpc("submit_item", { item_id });
  expect(await scene.as(alpha.member).see("public.files")).toEqual([alpha.fileId]);
  expect(await filesOf(scene, item_id)).toContainEqual({
    id: fileId,
    status: "removed",
    shared_at: null,
  });
});

// S-4.14
test("staff cannot submit their draft while it contains a file that a contact added", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const item_id = alpha.items.file;
  await scene.db.query("delete from public.files where item_id = $1", [item_id]);
  await scene.db.query("delete from public.submissions where item_id = $1", [item_id]);
  await scene.db.query("update public.items set status = 'open' where id = $1", [item_id]);
  const member = scene.as(alpha.member);
  await sendFile(scene.db, alpha.member, item_id);
  const { fileId } = await sendFile(scene.db, alpha.contact, item_id);
  for (const answer of [{}, nothing]) {
    await member.rpc("save_answer", { item_id, ...answer });
    expect(await refusal(member.rpc("submit_item", { item_id }))).toMatchObject({
      code: "invalid_transition",
      detail: { status: "draft" },
    });
  }
  await scene.as(alpha.contact).rpc("remove_file", { file_id: fileId });
  expect(await member.rpc("submit_item", { item_id })).toMatchObject({ status: "submitted" });
});
