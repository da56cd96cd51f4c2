import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { openScene, refusal, type Scene } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.close());

test("lets the service role create, read, change, empty and delete a bucket", async () => {
  const { storage } = scene.service;
  const created = await storage.createBucket("fresh", {
    public: false,
    fileSizeLimit: "1KB",
    allowedMimeTypes: ["text/plain"],
  });
  expect(created.data).toEqual({ name: "fresh" });
  expect((await storage.getBucket("fresh")).data).toMatchObject({
    id: "fresh",
    name: "fresh",
    public: false,
    file_size_limit: 1000,
    allowed_mime_types: ["text/plain"],
  });
  const twice = await storage.createBucket("fresh");
  expect(twice.error).toEqual(refusal("409", "BucketAlreadyExists"));

  const text = { contentType: "text/plain" };
  const large = await storage.from("fresh").upload("a.txt", "x".repeat(1001), text);
  expect(large.error).toEqual(refusal("413", "EntityTooLarge"));
  expect(
    (await storage.updateBucket("fresh", { public: true, fileSizeLimit: null })).error,
  ).toBeNull();
  expect((await storage.getBucket("fresh")).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: ["text/plain"],
  });
  expect((await storage.from("fresh").upload("a.txt", "x".repeat(1001), text)).error).toBeNull();

  const kept = scene.keptFiles().length;
  expect((await storage.deleteBucket("fresh")).error).toEqual(refusal("409", "ResourceNotEmpty"));
  expect((await storage.emptyBucket("fresh")).error).toBeNull();
  expect(scene.keptFiles()).toHaveLength(kept - 1);
  expect((await storage.deleteBucket("fresh")).error).toBeNull();
  expect((await storage.getBucket("fresh")).error).toEqual(refusal("404", "NoSuchBucket"));
});

test("creates the buckets of config.toml, and lists them with limit, offset, order and search", async () => {
  const ids = async (options?: object) =>
    (await scene.service.storage.listBuckets(options)).data?.map(({ id }) => id);
  expect(await ids()).toEqual(["documents", "loose", "open"]);
  expect(await ids({ limit: 1, offset: 1, sortColumn: "id", sortOrder: "desc" })).toEqual([
    "loose",
  ]);
  expect(await ids({ search: "OCU" })).toEqual(["documents"]);
});

test("hides buckets from users without a policy, and refuses changes by these users", async () => {
  for (const { storage } of [scene.mia, scene.anonymous]) {
    expect((await storage.listBuckets()).data).toEqual([]);
    expect((await storage.getBucket("open")).error).toEqual(refusal("404", "NoSuchBucket"));
    expect((await storage.createBucket("mine")).error).toEqual(refusal("403", "AccessDenied"));
    for (const refused of [
      await storage.updateBucket("open", { public: false }),
      await storage.deleteBucket("open"),
    ]) {
      expect(refused.error).toEqual(refusal("404", "NoSuchBucket"));
    }
  }
});

test("lets only the service role empty a bucket, and lets no user without a policy change or delete a bucket", async () => {
  const { database, mia, service } = scene;
  await database.query(`
    create policy "mia sees buckets" on storage.buckets for select to authenticated using (true);
    create policy "mia makes buckets" on storage.buckets for insert to authenticated
      with check (owner = (select auth.uid()));
    create policy "mia fills her bucket" on storage.objects for all to authenticated
      using (bucket_id = 'hers') with check (bucket_id = 'hers')`);
  expect((await mia.storage.createBucket("hers")).error).toBeNull();
  expect((await mia.storage.getBucket("hers")).data).toMatchObject({ owner: MIA });
  await mia.storage.from("hers").upload("a.txt", "a", { contentType: "text/plain" });
  const { error } = await mia.storage.emptyBucket("hers");
  expect(error).toMatchObject({ status: 403, code: "AccessDenied" });
  expect((await mia.storage.from("hers").info("a.txt")).error).toBeNull();
  // The error is the same for a bucket with files, so it does not reveal whether the bucket is
  // empty.
  const denied = refusal("404", "NoSuchBucket");
  expect((await mia.storage.deleteBucket("hers")).error).toEqual(denied);
  expect((await mia.storage.updateBucket("hers", { public: true })).error).toEqual(denied);
  await service.storage.emptyBucket("hers");
  expect((await mia.storage.deleteBucket("hers")).error).toEqual(denied);
  await service.storage.deleteBucket("hers");
  await database.query('drop policy "mia sees buckets" on storage.buckets');
});

test("refuses buckets with invalid names or unsupported features", async () => {
  const { storage } = scene.service;
  expect((await storage.createBucket("a/b")).error).toEqual(refusal("400", "InvalidBucketName"));
  expect((await storage.createBucket("ice", { public: false, type: "ANALYTICS" })).error).toEqual(
    refusal("409", "NotSupported"),
  );
  expect(
    (await storage.createBucket("old", { public: false, versioningStatus: "ENABLED" })).error,
  ).toEqual(refusal("409", "NotSupported"));
  for (const type of ["nonsense", "image/png, image/gif"]) {
    const typed = await storage.createBucket("typed", { public: false, allowedMimeTypes: [type] });
    expect(typed.error).toEqual(refusal("415", "InvalidMimeType"));
  }
});
