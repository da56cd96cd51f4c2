import { Metadata } from "@tus/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { documents, openScene, type Scene } from "./storage-scene.ts";
import { type TusCalls, tusCalls } from "./tus-calls.ts";

let scene: Scene;
let token: string;
let calls: TusCalls;

beforeAll(async () => {
  scene = await openScene();
  token = await tokenOf(scene.backend, MIA);
  calls = tusCalls(scene, token);
});

afterAll(() => scene.close());

test("refuses to delete a finished resumable upload", async () => {
  const name = `${MIA}/tus-finished.pdf`;
  const url = (await calls.create(name)).headers.get("location") ?? "";
  await calls.patch(url, 0, "abcdef");
  for (const [extra, status] of [
    [{}, 409],
    [{ "x-upsert": "true" }, 400],
  ] as const) {
    expect((await calls.end(url, extra)).status).toBe(status);
  }
  expect((await documents(scene.mia).info(name)).error).toBeNull();
});

test("returns 409 for another part of a finished resumable upload, and 404 for a GET of any resumable upload", async () => {
  const name = `${MIA}/tus-read.pdf`;
  const url = (await calls.create(name)).headers.get("location") ?? "";
  const read = async () => (await fetch(url, { headers: calls.headersOf(token) })).status;
  expect(await read()).toBe(404);
  await calls.patch(url, 0, "abcdef");
  expect((await calls.patch(url, 6, "")).status).toBe(409);
  expect(await read()).toBe(404);
});

test("a resumable upload returns the client's metadata with the default cache control, and reports when the upload is complete", async () => {
  const name = `${MIA}/tus-told.pdf`;
  const url = (await calls.create(name)).headers.get("location") ?? "";
  const said = (await calls.head(url)).headers.get("upload-metadata") ?? "";
  expect(Metadata.parse(said)).toEqual({
    bucketName: "documents",
    objectName: name,
    contentType: "application/pdf",
    cacheControl: "no-cache",
  });
  expect((await calls.patch(url, 0, "abc")).headers.get("tus-complete")).toBeNull();
  expect((await calls.patch(url, 3, "def")).headers.get("tus-complete")).toBe("1");
});

test("responds to OPTIONS at the URLs that create a resumable upload, and at an upload's own URL", async () => {
  for (const path of ["", "/sign", "/00000000-0000-4000-8000-000000000000"]) {
    const options = await fetch(scene.url(`/upload/resumable${path}`), { method: "OPTIONS" });
    expect(options.status).toBe(204);
    expect(options.headers.get("tus-version")).toBe("1.0.0");
    expect(options.headers.get("tus-extension")).toContain("creation-with-upload");
    expect(options.headers.get("tus-max-size")).toBe(String(50 * 1024 * 1024));
  }
});

test("a resumable upload replaces an object only if each part has x-upsert, and keeps the object's metadata", async () => {
  const name = `${MIA}/tus-upsert.pdf`;
  const before = { contentType: "application/pdf", metadata: { k: 1 } };
  await documents(scene.mia).upload(name, "before", before);
  const upsert = { "x-upsert": "true" };
  const url = (await calls.create(name, upsert)).headers.get("location") ?? "";
  expect((await calls.patch(url, 0, "abc")).status).toBe(409);
  expect((await calls.patch(url, 0, "abc", token, upsert)).status).toBe(204);
  expect((await calls.patch(url, 3, "def", token, upsert)).status).toBe(204);
  expect(await (await documents(scene.mia).download(name)).data?.text()).toBe("abcdef");
  expect((await documents(scene.mia).info(name)).data?.metadata).toEqual({ k: 1 });
});

test("returns the storage service's JSON error to a resumable upload with an expired token", async () => {
  const url = (await calls.create(`${MIA}/tus-ended.pdf`)).headers.get("location") ?? "";
  const ended = await tokenOf(scene.backend, MIA, { lifetimeSeconds: -1 });
  for (const refused of [
    await calls.create(`${MIA}/tus-ended-2.pdf`, {}, ended),
    await calls.patch(url, 0, "abc", ended),
  ]) {
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      statusCode: "403",
      code: "AccessDenied",
      error: "Unauthorized",
      message: '"exp" claim timestamp check failed',
    });
  }
  expect((await calls.head(url, ended)).status).toBe(400);
});
