import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { storeObject } from "../harness/world.ts";

function orphans(scene: Scene) {
  return scene.as(service).rows("orphaned_objects", {});
}

async function deleteObject(scene: Scene, path: string) {
  await scene.db.query("select set_config('storage.allow_delete_query', 'true', true)");
  await scene.db.query("delete from storage.objects where name = $1", [path]);
}

async function storeImage(scene: Scene, path: string) {
  await scene.db.query("insert into storage.objects (bucket_id, name) values ('images', $1)", [
    path,
  ]);
}

test.for(["removed", "rejected", "failed"])(
  "the object of a %s file is marked for deletion",
  async (status, { scene }) => {
    const { alpha } = scene.world;
    expect(await orphans(scene)).toEqual([]);
    await scene.db.query(
      "update public.files set status = $2::text, reject_code = case $2::text when 'rejected' then 'macro' end where id = $1",
      [alpha.fileId, status],
    );
    expect(await orphans(scene)).toEqual([{ bucket: "documents", path: alpha.filePath }]);
  },
);

// S-4.26
test("after a cascade deletes the `files` row of a document, the document stays marked for deletion until storage deletes its object", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from public.clients where id = $1", [alpha.clientId]);
  expect(await orphans(scene)).toEqual([{ bucket: "documents", path: alpha.filePath }]);
  await deleteObject(scene, alpha.filePath);
  expect(await orphans(scene)).toEqual([]);
});

test("a document is marked for deletion if its row in `files` is deleted before its upload ends", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await deleteObject(scene, alpha.filePath);
  await scene.db.query("delete from public.clients where id = $1", [alpha.clientId]);
  expect(await orphans(scene)).toEqual([]);
  await scene.travel("25 hours");
  await orphans(scene);
  await storeObject(scene.db, alpha.filePath, 1000);
  expect(await orphans(scene)).toEqual([{ bucket: "documents", path: alpha.filePath }]);
  await deleteObject(scene, alpha.filePath);
  await scene.travel("24 hours");
  await orphans(scene);
  const { rows } = await scene.db.query("select count(*)::int as count from private.orphans");
  expect(rows).toEqual([{ count: 0 }]);
});

// S-4.27
test("a replaced logo or avatar is marked for deletion, unless it was chosen again", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const logo = (name: string) =>
    `logos/${alpha.orgId}/${name}0000000-0000-4000-8000-000000000000.png`;
  const avatar = `avatars/${alpha.member.id}/00000000-0000-4000-8000-000000000000.png`;
  for (const path of [logo("1"), logo("2"), avatar]) await storeImage(scene, path);
  const setLogo = (logo_path: string | null) =>
    scene.db.query("update public.orgs set logo_path = $2 where id = $1", [alpha.orgId, logo_path]);
  const setAvatar = (avatar_path: string | null) =>
    scene
      .as(alpha.member)
      .query("update public.profiles set avatar_path = $2 where user_id = $1", [
        alpha.member.id,
        avatar_path,
      ]);
  await setLogo(logo("1"));
  await setAvatar(avatar);
  expect(await orphans(scene)).toEqual([]);
  await setLogo(logo("2"));
  expect(await orphans(scene)).toEqual([{ bucket: "images", path: logo("1") }]);
  await setLogo(logo("1"));
  expect(await orphans(scene)).toEqual([{ bucket: "images", path: logo("2") }]);
  await setLogo(null);
  await setAvatar(null);
  expect((await orphans(scene)).map(({ path }) => path).sort()).toEqual(
    [avatar, logo("1"), logo("2")].sort(),
  );
  await setAvatar(avatar);
  expect(await orphans(scene)).toHaveLength(2);
});

test("the avatar of a deleted account is marked for deletion", async ({ scene }) => {
  const { stranger } = scene.world;
  const avatar = `avatars/${stranger.id}/00000000-0000-4000-8000-000000000000.png`;
  await storeImage(scene, avatar);
  await scene.db.query("update public.profiles set avatar_path = $2 where user_id = $1", [
    stranger.id,
    avatar,
  ]);
  await scene.db.query("delete from auth.users where id = $1", [stranger.id]);
  expect(await orphans(scene)).toEqual([{ bucket: "images", path: avatar }]);
});

// S-4.27
test("a picture is marked for deletion after an hour if no row uses it", async ({ scene }) => {
  const { alpha, stranger } = scene.world;
  const picture = "00000000-0000-4000-8000-000000000000.png";
  const [logo, avatar] = [`logos/${alpha.orgId}/${picture}`, `avatars/${stranger.id}/${picture}`];
  const shown = `avatars/${alpha.member.id}/${picture}`;
  for (const path of [logo, avatar, shown]) await storeImage(scene, path);
  const setAvatar = (path: string | null) =>
    scene.db.query("update public.profiles set avatar_path = $2 where user_id = $1", [
      alpha.member.id,
      path,
    ]);
  await setAvatar(shown);
  await scene.travel("59 minutes");
  expect(await orphans(scene)).toEqual([]);
  await scene.travel("1 minute");
  const lost = [logo, avatar].sort();
  expect((await orphans(scene)).map(({ path }) => path).sort()).toEqual(lost);
  // The used picture has no row in `private.orphans` anymore. A trigger adds one when the profile
  // stops using the picture.
  const noted = await scene.db.query(
    "select path from private.orphans where bucket = 'images' order by path",
  );
  expect(noted.rows.map(({ path }) => path)).toEqual(lost.sort());
  await setAvatar(null);
  expect(await orphans(scene)).toHaveLength(3);
});

test("a picture that a deleted account uploaded but never used is marked for deletion", async ({
  scene,
}) => {
  const { stranger } = scene.world;
  const avatar = `avatars/${stranger.id}/00000000-0000-4000-8000-000000000000.png`;
  await storeImage(scene, avatar);
  await scene.db.query("delete from auth.users where id = $1", [stranger.id]);
  await scene.travel("1 hour");
  expect(await orphans(scene)).toEqual([{ bucket: "images", path: avatar }]);
});

test("an object in the images bucket is marked for deletion only if its path is that of an avatar or a logo", async ({
  scene,
}) => {
  for (const path of ["banner.png", "avatars/------------------------------------/1.png"]) {
    await storeImage(scene, path);
  }
  await scene.travel("1 hour");
  expect(await orphans(scene)).toEqual([]);
});
