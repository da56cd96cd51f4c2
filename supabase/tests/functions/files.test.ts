import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { storeObject } from "../harness/world.ts";

const pdf = { name: "letter.pdf", bytes: 500, mime: "application/pdf" };

async function reopenFileItem(scene: Scene) {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.file });
  return alpha.items.file;
}

// S-1.10, S-4.14, S-8.22
test("a file becomes ready after its upload and inspection, and can be submitted only when ready", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = await reopenFileItem(scene);
  const started = await contact.rpc("begin_upload", { item_id, ...pdf });
  const file_id = String(started.file_id);
  expect(started).toEqual({
    file_id,
    bucket: "documents",
    path: `${alpha.orgId}/${alpha.requestId}/${item_id}/${file_id}.pdf`,
  });
  expect(await refusal(contact.rpc("finish_upload", { file_id }))).toMatchObject({
    status: "409",
    code: "upload_incomplete",
  });
  await storeObject(scene.db, String(started.path), 500);
  for (let call = 0; call < 2; call++) {
    expect(await contact.rpc("finish_upload", { file_id })).toEqual({
      file_id,
      status: "checking",
    });
  }
  expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
    code: "files_pending",
    detail: { file_ids: [file_id] },
  });
  expect(
    await scene.as(service).rows("record_inspection", {
      file_id,
      status: "ready",
      detected_mime: "application/pdf",
      sha256: "b".repeat(64),
    }),
  ).toEqual([{ file_id, status: "ready", reject_code: null }]);
  await contact.rpc("submit_item", { item_id });
  const events = await scene
    .as(alpha.member)
    .query("select action, actor_kind from public.events where entity_id = $1 order by no", [
      file_id,
    ]);
  expect(events).toEqual([
    { action: "file.started", actor_kind: "contact" },
    { action: "file.uploaded", actor_kind: "contact" },
    { action: "file.ready", actor_kind: "system" },
  ]);
});

// S-4.20, S-8.22
test("an upload cannot be finished if the object has a different size than declared", async ({
  scene,
}) => {
  const contact = scene.as(scene.world.alpha.contact);
  const started = await contact.rpc("begin_upload", {
    item_id: await reopenFileItem(scene),
    ...pdf,
  });
  await storeObject(scene.db, String(started.path), 499);
  expect(
    await refusal(contact.rpc("finish_upload", { file_id: String(started.file_id) })),
  ).toMatchObject({ code: "upload_incomplete" });
});

test.for([
  ["file_type", { name: "run.exe" }],
  ["file_type", { name: "no-extension" }],
  ["file_type", { mime: "image/png" }],
  ["file_type", { name: "sheet.csv", mime: "text/csv" }],
  ["file_empty", { bytes: 0 }],
  ["file_size", { bytes: 104_857_601 }],
] as const)(
  "begin_upload returns the error %s for a file with %o",
  async ([code, change], { scene }) => {
    const contact = scene.as(scene.world.alpha.contact);
    const item_id = await reopenFileItem(scene);
    expect(
      await refusal(contact.rpc("begin_upload", { item_id, ...pdf, ...change })),
    ).toMatchObject({
      code,
    });
  },
);

// S-5.11
test("a file name loses its path and bidi characters, is cut to 200 characters and keeps its extension", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = await reopenFileItem(scene);
  const nameOf = async (name: string) => {
    const { file_id } = await contact.rpc("begin_upload", { item_id, ...pdf, name });
    const rows = await contact.query("select name from public.files where id = $1", [file_id]);
    return rows[0]?.name;
  };
  expect(await nameOf("C:\\fakepath\\Bank \u202Efdp.pdf")).toBe("Bank fdp.pdf");
  expect(await nameOf(`../../etc/${"x".repeat(300)}.pdf`)).toBe(`${"x".repeat(196)}.pdf`);
});

// S-4.19, S-8.23, S-9.6
test("an item accepts at most max_files files, and a request at most five gigabytes of files", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = await reopenFileItem(scene);
  await scene.db.query("update public.items set max_files = 2 where id = $1", [item_id]);
  const second = await contact.rpc("begin_upload", { item_id, ...pdf });
  expect(await refusal(contact.rpc("begin_upload", { item_id, ...pdf }))).toMatchObject({
    code: "limit_reached",
    detail: { limit: 2, what: "files" },
  });
  await contact.rpc("remove_file", { file_id: String(second.file_id) });
  await contact.rpc("begin_upload", { item_id, ...pdf });
  await scene.db.query("update public.items set max_files = 20 where id = $1", [item_id]);
  await scene.db.query(
    `insert into public.files (org_id, request_id, item_id, submission_id, uploader_id,
      uploader_kind, name, bytes, mime, path)
    select org_id, request_id, item_id, submission_id, uploader_id, uploader_kind, name,
      104857600, mime, path || no from public.files, generate_series(1, 51) no where id = $1`,
    [alpha.fileId],
  );
  await scene.db.query("alter table public.items drop constraint items_max_files_check");
  await scene.db.query("update public.items set max_files = 500 where id = $1", [item_id]);
  expect(
    await refusal(contact.rpc("begin_upload", { item_id, ...pdf, bytes: 30_000_000 })),
  ).toMatchObject({ code: "request_full" });
});

test("a text item accepts no files", async ({ scene }) => {
  const { alpha } = scene.world;
  expect(
    await refusal(
      scene.as(alpha.contact).rpc("begin_upload", { item_id: alpha.items.text, ...pdf }),
    ),
  ).toMatchObject({ code: "validation_failed", detail: { field: "item_id" } });
});

// S-4.24
test("files can be removed from a draft, but not from a submitted answer", async ({ scene }) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  expect(await refusal(contact.rpc("remove_file", { file_id: alpha.fileId }))).toMatchObject({
    code: "item_closed",
  });
  await reopenFileItem(scene);
  await contact.rpc("remove_file", { file_id: alpha.fileId });
  const [row] = await contact.query("select status from public.files where id = $1", [
    alpha.fileId,
  ]);
  expect(row).toEqual({ status: "removed" });
  expect(await refusal(contact.rpc("submit_item", { item_id: alpha.items.file }))).toMatchObject({
    detail: { field: "files", rule: "required" },
  });
});

// S-6.9
test("staff can upload on behalf of the contact, but cannot change other people's drafts", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const item_id = await reopenFileItem(scene);
  const member = scene.as(alpha.member);
  expect(await refusal(member.rpc("begin_upload", { item_id, ...pdf }))).toMatchObject({
    code: "invalid_transition",
  });
  await scene.db.query("delete from public.submissions where item_id = $1", [item_id]);
  const started = await member.rpc("begin_upload", { item_id, ...pdf });
  const file_id = String(started.file_id);
  expect(await member.see("public.files")).toEqual([file_id]);
  expect(await scene.as(alpha.admin).see("public.files")).toEqual([]);
  for (const call of [
    scene.as(alpha.admin).rpc("remove_file", { file_id }),
    scene.as(alpha.admin).rpc("finish_upload", { file_id }),
    scene.as(alpha.contact).rpc("finish_upload", { file_id }),
  ]) {
    expect(await refusal(call)).toMatchObject({ code: "not_found" });
  }
  await scene.as(alpha.contact).rpc("remove_file", { file_id });
});

// S-4.25
test("opening a file is recorded at most once per person in five minutes", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const person of [alpha.member, alpha.member, alpha.contact]) {
    expect(await scene.as(person).rpc("open_file", { file_id: alpha.fileId })).toEqual({
      bucket: "documents",
      path: alpha.filePath,
      name: "statement.pdf",
      mime: "application/pdf",
      charset: null,
      bytes: 1000,
      sha256: "a".repeat(64),
    });
  }
  await scene.travel("6 minutes");
  await scene.as(alpha.member).rpc("open_file", { file_id: alpha.fileId });
  const events = await scene
    .as(alpha.owner)
    .query("select actor_name from public.events where action = 'file.opened' order by no");
  expect(events.map((event) => event.actor_name)).toEqual([
    "Alpha member",
    "Alpha Contact",
    "Alpha member",
  ]);
});

test("a text file opens with the encoding that the inspection detected", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const [detected, charset] of [
    ["text/csv; charset=windows-1252", "windows-1252"],
    ["text/plain; charset=utf-8", "utf-8"],
    ["text/plain", null],
  ]) {
    await scene.db.query("update public.files set detected_mime = $2 where id = $1", [
      alpha.fileId,
      detected,
    ]);
    expect(await scene.as(alpha.member).rpc("open_file", { file_id: alpha.fileId })).toMatchObject({
      charset,
    });
  }
});

// S-2.29, S-6.10
test("users outside the request cannot open a file, and staff cannot open a draft's file", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [beta.owner, beta.contact, stranger, alpha.suspended]) {
    expect(
      await refusal(scene.as(person).rpc("open_file", { file_id: alpha.fileId })),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
  await reopenFileItem(scene);
  expect(
    await refusal(scene.as(alpha.owner).rpc("open_file", { file_id: alpha.fileId })),
  ).toMatchObject({ code: "not_found" });
});

test("one person can add at most 200 files an hour to an item", async ({ scene }) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = await reopenFileItem(scene);
  const add = async () => {
    const { file_id } = await contact.rpc("begin_upload", { item_id, ...pdf });
    await contact.rpc("remove_file", { file_id: String(file_id) });
  };
  for (let count = 1; count < 200; count += 1) await add();
  expect(await refusal(add())).toMatchObject({
    status: "409",
    code: "too_soon",
    detail: { what: "uploads", limit: 200, time_zone: "Europe/London" },
  });
  await scene.travel("1 hour");
  await add();
});
