import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { documents, openScene, type Scene, TEXT } from "./storage-scene.ts";

const path = `${MIA}/there.txt`;
const encode = (text: string) => Buffer.from(text).toString("base64");

let scene: Scene;
let headers: Record<string, string>;
let upload: string;

beforeAll(async () => {
  scene = await openScene();
  headers = {
    apikey: scene.backend.keys.publishable,
    authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
    "tus-resumable": "1.0.0",
  };
  await documents(scene.mia).upload(path, "there", TEXT);
  upload = (await createUpload()).headers.get("location") ?? "";
  // From here on, each policy check fails with the name of the storage operation as its message.
  await scene.database.query(`
    create function public.tell_operation() returns boolean language plpgsql as $$
    begin
      raise exception '%', storage.operation() using errcode = '42501';
    end $$;
    create policy "objects tell" on storage.objects as restrictive for all to authenticated
      using (public.tell_operation()) with check (public.tell_operation());
    create policy "buckets tell" on storage.buckets for all to authenticated
      using (public.tell_operation()) with check (public.tell_operation());
  `);
});

afterAll(() => scene.close());

function createUpload(): Promise<Response> {
  const named = {
    bucketName: "documents",
    objectName: `${MIA}/tus.txt`,
    contentType: "text/plain",
  };
  const metadata = Object.entries(named).map(([name, value]) => `${name} ${encode(value)}`);
  return fetch(scene.url("/upload/resumable"), {
    method: "POST",
    headers: { ...headers, "upload-length": "6", "upload-metadata": metadata.join(",") },
  });
}

const mine = () => documents(scene.mia);
const buckets = () => scene.mia.storage;

test.each<[string, () => PromiseLike<{ error: unknown }>]>([
  ["storage.bucket.create", () => buckets().createBucket("new")],
  ["storage.bucket.list", () => buckets().listBuckets()],
  ["storage.bucket.get", () => buckets().getBucket("documents")],
  ["storage.bucket.update", () => buckets().updateBucket("documents", { public: true })],
  ["storage.bucket.delete", () => buckets().deleteBucket("documents")],
  ["storage.object.upload", () => mine().upload(`${MIA}/new.txt`, "x", TEXT)],
  ["storage.object.upload_update", () => mine().update(path, "x", TEXT)],
  ["storage.object.info_authenticated", () => mine().info(path)],
  ["storage.object.list", () => mine().list(MIA)],
  ["storage.object.list_v2", () => mine().listV2({ prefix: MIA })],
  ["storage.object.move", () => mine().move(path, `${MIA}/moved.txt`)],
  ["storage.object.copy", () => mine().copy(path, `${MIA}/copied.txt`)],
  ["storage.object.delete_many", () => mine().remove([path])],
  ["storage.object.sign", () => mine().createSignedUrl(path, 60)],
  ["storage.object.sign_many", () => mine().createSignedUrls([path], 60)],
  ["storage.object.sign_upload_url", () => mine().createSignedUploadUrl(`${MIA}/new.txt`)],
])("passes the operation %s to policies", async (operation, call) => {
  const { error } = await call();
  expect(error).toMatchObject({ status: 400, statusCode: "403", message: operation });
  expect(error).toMatchObject({ code: "AccessDenied" });
});

test.each([
  ["storage.object.get_authenticated", "GET", () => scene.url(`/object/documents/${path}`)],
  [
    "storage.object.get_authenticated",
    "GET",
    () => scene.url(`/object/authenticated/documents/${path}`),
  ],
  ["storage.object.delete", "DELETE", () => scene.url(`/object/documents/${path}`)],
])("passes the operation %s to policies (%s)", async (operation, method, url) => {
  const response = await fetch(url(), { method, headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: "403", message: operation });
});

test("passes to policies whether a client creates, continues or deletes a resumable upload", async () => {
  expect(await (await createUpload()).text()).toBe("storage.tus.upload.create");
  const part = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const patched = await fetch(upload, {
    method: "PATCH",
    headers: { ...headers, ...part },
    body: "abc",
  });
  expect([patched.status, await patched.text()]).toEqual([403, "storage.tus.upload.part"]);
  const ended = await fetch(upload, { method: "DELETE", headers });
  expect([ended.status, await ended.text()]).toEqual([403, "storage.tus.upload.delete"]);
  // As on hosted Supabase, a request for the state of an upload needs no permission.
  expect((await fetch(upload, { method: "HEAD", headers })).status).toBe(200);
});

test("returns a server error without the policy's message if a policy fails", async () => {
  await scene.database.query(`
    create or replace function public.tell_operation() returns boolean language plpgsql as $$
    begin
      raise exception 'a secret';
    end $$
  `);
  const { error } = await mine().info(path);
  expect(error).toMatchObject({ status: 500, statusCode: "500", code: "DatabaseError" });
  expect(error?.message).toBe("database error, code: P0001");
});

test.each([
  ["55P03", "423", "ResourceLocked", "The resource is locked"],
  ["25006", "503", "DatabaseReadOnly", expect.stringContaining("read-only mode")],
  ["22P02", "400", "InvalidParameter", "raised"],
])(
  "maps the SQLSTATE %s of a failed policy to the status %s and the code %s",
  async (errcode, statusCode, code, message) => {
    await scene.database.query(`
    create or replace function public.tell_operation() returns boolean language plpgsql as $$
    begin
      raise exception 'raised' using errcode = '${errcode}';
    end $$
  `);
    const { error } = await mine().info(path);
    expect(error).toMatchObject({ status: 400, statusCode, code, message });
  },
);

test("returns DatabaseSchemaMismatch and names the function if a policy's function reads a missing table", async () => {
  await scene.database.query(`
    create or replace function public.tell_operation() returns boolean language plpgsql as $$
    begin
      perform from public.not_there;
      return true;
    end $$
  `);
  const { error } = await mine().info(path);
  expect(error).toMatchObject({ statusCode: "503", code: "DatabaseSchemaMismatch" });
  expect(error?.message).toContain("tell_operation()");
});

test("returns DatabaseTimeout if the database cancels a policy's query because of the statement timeout", async () => {
  await scene.database.query(`
    create or replace function public.tell_operation() returns boolean language plpgsql as $$
    begin
      raise exception 'canceling statement due to statement timeout' using errcode = '57014';
    end $$
  `);
  const { error } = await mine().info(path);
  expect(error).toMatchObject({ status: 544, statusCode: "544", code: "DatabaseTimeout" });
});
