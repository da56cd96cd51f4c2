import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { anonymous, type Person } from "../harness/person.ts";
import { recordReading } from "../harness/reading.ts";
import { type Scene, test } from "../harness/test.ts";

const SELECT = "select name from storage.objects where bucket_id = $1";
const INSERT = "insert into storage.objects (bucket_id, name) values ($1, $2)";

async function names(scene: Scene, person: Person, operation = "storage.object.get_authenticated") {
  await recordReading(scene, person);
  return seen(scene, person, operation);
}

async function seen(scene: Scene, person: Person, operation = "storage.object.get_authenticated") {
  await scene.db.query("select set_config('storage.operation', $1, true)", [operation]);
  const rows = await scene.as(person).query(SELECT, ["documents"]);
  return rows.map((row) => row.name);
}

async function begin(scene: Scene): Promise<string> {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.file });
  const started = await scene.as(alpha.contact).rpc("begin_upload", {
    item_id: alpha.items.file,
    name: "new.pdf",
    bytes: 10,
    mime: "application/pdf",
  });
  return String(started.path);
}

const isStored = (scene: Scene, person: Person, bucket: string, path: string) =>
  scene
    .as(person)
    .query(INSERT, [bucket, path])
    .then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe("42501");
        return false;
      },
    );

test("only the firm's staff and the request's contact can read a ready document", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.owner, alpha.admin, alpha.member, alpha.contact]) {
    expect(await names(scene, person)).toEqual([alpha.filePath]);
  }
  const passwordOnly = { ...alpha.contact, methods: { password: 5 } };
  for (const person of [
    beta.owner,
    beta.contact,
    stranger,
    alpha.suspended,
    passwordOnly,
    anonymous,
  ]) {
    expect(await names(scene, person)).toEqual([]);
  }
});

// S-4.25
test("open_file makes a document readable to its caller for six minutes", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const person of [alpha.member, alpha.contact]) {
    expect(await seen(scene, person)).toEqual([]);
    await scene.as(person).rpc("open_file", { file_id: alpha.fileId });
    expect(await seen(scene, person)).toEqual([alpha.filePath]);
  }
  expect(await seen(scene, alpha.owner)).toEqual([]);
  // A download can start within five minutes and continue for one more minute.
  await scene.travel("5 minutes 30 seconds");
  expect(await seen(scene, alpha.member)).toEqual([alpha.filePath]);
  await scene.travel("31 seconds");
  expect(await seen(scene, alpha.member)).toEqual([]);
});

// S-4.25
test("begin_export makes the request's documents readable to its caller for an hour", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("begin_export", { request_id: alpha.requestId });
  expect(await seen(scene, alpha.member)).toEqual([alpha.filePath]);
  expect(await seen(scene, alpha.admin)).toEqual([]);
  await scene.travel("59 minutes");
  expect(await seen(scene, alpha.member)).toEqual([alpha.filePath]);
  await scene.travel("2 minutes");
  expect(await seen(scene, alpha.member)).toEqual([]);
});

// S-3.34
test("neither the owner of the firm nor the contact gets a signed link to a document", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  for (const operation of ["storage.object.sign", "storage.object.sign_many"]) {
    expect(await names(scene, alpha.owner, operation)).toEqual([]);
    expect(await names(scene, alpha.contact, operation)).toEqual([]);
  }
});

test("users can read and list a document, but cannot copy, move or share it", async ({ scene }) => {
  const { alpha } = scene.world;
  const reads = [
    ...["storage.object.get_authenticated", "storage.object.info_authenticated"],
    ...["object.get_authenticated_info", "object.head_authenticated_info"],
    ...["storage.object.list", "storage.object.list_v2"],
  ];
  for (const operation of reads) {
    expect(await names(scene, alpha.member, operation), operation).toEqual([alpha.filePath]);
  }
  const others = [
    ...["storage.object.copy", "storage.object.move", "storage.s3.object.copy"],
    ...["storage.s3.upload.part_copy", "storage.s3.object.get", "storage.object.share", ""],
  ];
  for (const operation of others) {
    for (const person of [alpha.owner, alpha.member, alpha.contact]) {
      expect(await names(scene, person, operation), operation).toEqual([]);
    }
  }
});

test("a draft's document is hidden from staff, and an uninspected document is hidden from the contact too", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.files set shared_at = null");
  expect(await names(scene, alpha.owner)).toEqual([]);
  expect(await names(scene, alpha.contact)).toEqual([alpha.filePath]);
  await scene.db.query("update public.files set status = 'checking'");
  expect(await names(scene, alpha.contact)).toEqual([]);
});

test("staff of a firm that requires a second factor can read documents only in a session that used a factor", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set require_mfa = true");
  expect(await names(scene, alpha.owner)).toEqual([]);
  expect(await names(scene, { ...alpha.owner, aal: "aal2" })).toEqual([alpha.filePath]);
});

// S-3.34
test("only the uploader can store a file, and only at the reserved path while the upload is open", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  const path = await begin(scene);
  for (const person of [alpha.owner, beta.owner, beta.contact, stranger, anonymous]) {
    expect(await isStored(scene, person, "documents", path)).toBe(false);
  }
  expect(await isStored(scene, alpha.contact, "documents", `${path}.pdf`)).toBe(false);
  expect(await isStored(scene, alpha.contact, "images", path)).toBe(false);
  await scene.db.query("savepoint cancelled");
  await scene.as(alpha.owner).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Not needed",
  });
  expect(await isStored(scene, alpha.contact, "documents", path)).toBe(false);
  await scene.db.query("rollback to savepoint cancelled");
  const signing = "select set_config('storage.operation', 'storage.object.sign_upload_url', true)";
  await scene.db.query(signing);
  expect(await isStored(scene, alpha.contact, "documents", path)).toBe(false);
  await scene.db.query("select set_config('storage.operation', 'storage.object.upload', true)");
  expect(await isStored(scene, alpha.contact, "documents", path)).toBe(true);
});

test("users cannot move, overwrite or delete documents", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const person of [alpha.owner, alpha.contact]) {
    const actor = scene.as(person);
    expect(await actor.query("update storage.objects set name = 'x' returning id")).toEqual([]);
    await scene.db.query("select set_config('storage.allow_delete_query', 'true', true)");
    expect(await actor.query("delete from storage.objects returning id")).toEqual([]);
  }
});

// S-3.35
test("only a user themselves can store or delete their avatar, and only owners and admins can store or delete a logo", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const picture = "11111111-1111-4111-8111-111111111111.png";
  const avatar = `avatars/${alpha.member.id}/${picture}`;
  const logo = `logos/${alpha.orgId}/${picture}`;
  expect(await isStored(scene, alpha.owner, "images", avatar)).toBe(false);
  expect(await isStored(scene, alpha.member, "images", avatar)).toBe(true);
  for (const person of [alpha.member, alpha.contact, beta.owner, anonymous]) {
    expect(await isStored(scene, person, "images", logo)).toBe(false);
  }
  expect(await isStored(scene, alpha.admin, "images", logo)).toBe(true);
  expect(await isStored(scene, alpha.member, "images", `${avatar}.svg`)).toBe(false);
  await scene.db.query("select set_config('storage.allow_delete_query', 'true', true)");
  const remove = "delete from storage.objects where bucket_id = 'images' returning name";
  expect(await scene.as(beta.owner).query(remove)).toEqual([]);
  expect(await scene.as(alpha.member).query(remove)).toEqual([{ name: avatar }]);
  expect(await scene.as(alpha.owner).query(remove)).toEqual([{ name: logo }]);
});

// S-3.35
test("a new logo is a PNG, a new avatar is a PNG or WebP, and older logos in other formats can be deleted", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const stored = (person: Person, folder: string, extension: string) =>
    isStored(
      scene,
      person,
      "images",
      `${folder}/11111111-1111-4111-8111-111111111111.${extension}`,
    );
  const logos = `logos/${alpha.orgId}`;
  const avatars = `avatars/${alpha.member.id}`;
  expect(await stored(alpha.admin, logos, "png")).toBe(true);
  expect(await stored(alpha.admin, logos, "webp")).toBe(false);
  expect(await stored(alpha.admin, logos, "jpg")).toBe(false);
  expect(await stored(alpha.member, avatars, "png")).toBe(true);
  expect(await stored(alpha.member, avatars, "webp")).toBe(true);
  expect(await stored(alpha.member, avatars, "jpg")).toBe(false);
  const older = `${logos}/22222222-2222-4222-8222-222222222222.jpg`;
  await scene.db.query(INSERT, ["images", older]);
  await scene.db.query("select set_config('storage.allow_delete_query', 'true', true)");
  expect(
    await scene
      .as(alpha.admin)
      .query("delete from storage.objects where name = $1 returning name", [older]),
  ).toEqual([{ name: older }]);
});

// S-3.35
test("a user's folder can contain at most twenty pictures", async ({ scene }) => {
  const { alpha, stranger } = scene.world;
  const picture = (no: number) => `${String(no).padStart(8, "0")}-0000-4000-8000-000000000000.png`;
  const mine = (no: number) => `avatars/${stranger.id}/${picture(no)}`;
  for (let no = 1; no <= 20; no += 1) {
    expect(await isStored(scene, stranger, "images", mine(no))).toBe(true);
  }
  expect(await isStored(scene, stranger, "images", mine(21))).toBe(false);
  // Each folder is counted separately.
  expect(await isStored(scene, alpha.admin, "images", `logos/${alpha.orgId}/${picture(1)}`)).toBe(
    true,
  );
  await scene.db.query("select set_config('storage.allow_delete_query', 'true', true)");
  await scene.db.query("delete from storage.objects where name = $1", [mine(7)]);
  expect(await isStored(scene, stranger, "images", mine(21))).toBe(true);
});

test("a twenty-first picture in a user's folder is refused even if Storage inserts the row as the table's owner, who bypasses the policy", async ({
  scene,
}) => {
  const { stranger } = scene.world;
  const add = (no: number) =>
    scene.db.query("insert into storage.objects (bucket_id, name) values ('images', $1)", [
      `avatars/${stranger.id}/${String(no).padStart(8, "0")}-0000-4000-8000-000000000000.png`,
    ]);
  for (let no = 1; no <= 20; no += 1) await add(no);
  await expect(add(21)).rejects.toMatchObject({
    code: "42501",
    message: "a folder can contain at most twenty pictures",
  });
});

test("an object that is larger than the reserved size is refused, and the error states the reserved size", async ({
  scene,
}) => {
  const path = await begin(scene);
  const store = async (metadata: object) => {
    await scene.db.query("savepoint store");
    try {
      await scene.db.query(
        "insert into storage.objects (bucket_id, name, metadata) values ('documents', $1, $2)",
        [path, metadata],
      );
      return "stored";
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return `${code} ${message}`;
    } finally {
      await scene.db.query("rollback to savepoint store");
    }
  };
  const tooLarge =
    "42501 the object is larger than 10 bytes, the size declared when the upload started";
  expect(await store({ size: 11 })).toBe(tooLarge);
  expect(await store({ contentLength: 11 })).toBe(tooLarge);
  expect(await store({ size: 10 })).toBe("stored");
  expect(await store({ contentLength: 10 })).toBe("stored");
  expect(await store({})).toBe("stored");
});

// S-3.35
test("the documents bucket is private and accepts the same file types as begin_upload, and the images bucket accepts only small images", async ({
  scene,
}) => {
  const { rows } = await scene.db.query(
    "select id, public, file_size_limit, allowed_mime_types from storage.buckets order by id",
  );
  expect(rows).toEqual([
    {
      id: "documents",
      public: false,
      file_size_limit: "104857600",
      allowed_mime_types: expect.arrayContaining(["application/pdf", "text/csv", "image/heic"]),
    },
    {
      id: "images",
      public: true,
      file_size_limit: "32768",
      allowed_mime_types: ["image/png", "image/webp"],
    },
  ]);
  const types = await scene.db.query(
    "select array_agg(distinct mime order by mime) as mimes from private.file_types",
  );
  expect([...rows[0].allowed_mime_types].sort()).toEqual(types.rows[0].mimes);
});

test("a bucket without a policy accepts no file", async ({ scene }) => {
  await scene.db.query("insert into storage.buckets (id, name) values ('other', 'other')");
  expect(
    (await refusal(scene.as(scene.world.alpha.owner).query(INSERT, ["other", "a.pdf"]))).status,
  ).toBe("42501");
});
