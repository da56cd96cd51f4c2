import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { open, signIn } from "../harness/client.ts";

const world = inject("world");
const service = open(inject("serviceKey"));
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const db = new pg.Client({ connectionString: inject("databaseUrl") });
beforeAll(() => db.connect());
afterAll(() => db.end());

test("storage copies and moves no document, even for a user who can read it", async () => {
  const reader = await signIn(world.beta.contact);
  const { data } = await reader.rpc("begin_upload", {
    item_id: world.beta.items.file,
    name: "read.png",
    bytes: 4,
    mime: "image/png",
  });
  const { path, file_id } = data as { path: string; file_id: string };
  const documents = reader.storage.from("documents");
  await documents.upload(path, PNG, { contentType: "image/png" });
  await reader.rpc("finish_upload", { file_id });
  await service.rpc("record_inspection", {
    file_id,
    status: "ready",
    detected_mime: "image/png",
    sha256: "0".repeat(64),
  });
  expect((await reader.rpc("open_file", { file_id })).error).toBeNull();
  expect((await documents.download(path)).error).toBeNull();

  const picture = `avatars/${world.beta.contact.id}/11111111-1111-4111-8111-111111111111.png`;
  const toImages = { destinationBucket: "images" };
  expect((await documents.copy(path, picture, toImages)).error).not.toBeNull();
  expect((await documents.move(path, picture, toImages)).error).not.toBeNull();
  expect((await documents.copy(path, `${path}.png`)).error).not.toBeNull();
  const { data: copies } = await service.storage
    .from("images")
    .list(`avatars/${world.beta.contact.id}`);
  expect(copies).toEqual([]);
  expect((await documents.download(path)).error).toBeNull();

  await reader.rpc("remove_file", { file_id });
  await service.storage.from("documents").remove([path]);
});

test("storage accepts no more bytes than were reserved", async () => {
  const uploader = await signIn(world.beta.contact);
  const { data } = await uploader.rpc("begin_upload", {
    item_id: world.beta.items.file,
    name: "small.pdf",
    bytes: 4,
    mime: "application/pdf",
  });
  const { path, file_id } = data as { path: string; file_id: string };
  const documents = uploader.storage.from("documents");
  // A multipart form would count toward the file's size.
  const upload = (text: string) =>
    documents.upload(path, new TextEncoder().encode(text), { contentType: "application/pdf" });
  expect((await upload("%PDF-1.7 and much more")).error).toMatchObject({ statusCode: "403" });
  expect((await upload("%PDF")).error).toBeNull();
  await uploader.rpc("remove_file", { file_id });
  await service.storage.from("documents").remove([path]);
});

test("storage accepts no more bytes than were reserved in a resumable upload", async () => {
  const uploader = await signIn(world.beta.contact);
  const { data } = await uploader.rpc("begin_upload", {
    item_id: world.beta.items.file,
    name: "parts.pdf",
    bytes: 4,
    mime: "application/pdf",
  });
  const { path, file_id } = data as { path: string; file_id: string };
  const { data: signedIn } = await uploader.auth.getSession();
  const headers = {
    authorization: `Bearer ${signedIn.session?.access_token}`,
    apikey: inject("anonKey"),
    "tus-resumable": "1.0.0",
  };
  const metadata = { bucketName: "documents", objectName: path, contentType: "application/pdf" };
  const upload = async (text: string) => {
    const endpoint = `${inject("apiUrl")}/storage/v1/upload/resumable`;
    const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
    const started = await fetch(endpoint, {
      method: "POST",
      headers: {
        ...headers,
        "upload-length": String(text.length),
        "upload-metadata": pairs.join(","),
      },
    });
    const location = started.headers.get("location");
    if (!location) return started.ok;
    const sent = await fetch(new URL(location, endpoint), {
      method: "PATCH",
      headers: {
        ...headers,
        "content-type": "application/offset+octet-stream",
        "upload-offset": "0",
      },
      body: text,
    });
    return sent.ok;
  };
  const stored = async () =>
    (await db.query("select from storage.objects where name = $1", [path])).rows.length;
  expect(await upload("%PDF-1.7 and much more")).toBe(false);
  expect(await stored()).toBe(0);
  expect(await upload("%PDF")).toBe(true);
  expect(await stored()).toBe(1);
  await uploader.rpc("remove_file", { file_id });
  await service.storage.from("documents").remove([path]);
});

test("storage enforces the limit of twenty pictures per user when thirty are uploaded at once", async () => {
  const user = await signIn(world.stranger);
  const images = user.storage.from("images");
  const png = new Blob([PNG], { type: "image/png" });
  const names = Array.from(
    { length: 30 },
    (_, no) =>
      `avatars/${world.stranger.id}/${String(no).padStart(8, "0")}-0000-4000-8000-000000000000.png`,
  );
  const answers = await Promise.all(names.map((name) => images.upload(name, png)));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(20);
  const { data: removed } = await service.storage.from("images").remove(names);
  expect(removed).toHaveLength(20);
  await db.query("delete from private.orphans where bucket = 'images'");
});

// S-3.35
test("storage refuses an image of more than 32 kB, a JPEG and an SVG file, even if a user uploads them without the web app", async () => {
  const user = await signIn(world.stranger);
  const images = user.storage.from("images");
  const refusalOf = async (bytes: number, type: string) => {
    const path = `avatars/${world.stranger.id}/${crypto.randomUUID()}.png`;
    const body = new Uint8Array(bytes);
    body.set(PNG);
    const { error } = await images.upload(path, body, { contentType: type });
    if (!error) await service.storage.from("images").remove([path]);
    return error && "statusCode" in error ? error.statusCode : null;
  };
  expect(await refusalOf(32_768, "image/png")).toBeNull();
  expect(await refusalOf(32_768, "image/webp")).toBeNull();
  expect(await refusalOf(32_769, "image/png")).toBe("413");
  for (const type of ["image/jpeg", "image/svg+xml"]) {
    expect(await refusalOf(4, type), type).toBe("415");
  }
  await db.query("delete from private.orphans where bucket = 'images'");
});
