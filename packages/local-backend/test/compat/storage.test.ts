import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { documents, openScene, PDF, refusal, type Scene } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.backend.stop());

test("returns 404 for unsupported storage routes, and NotSupported for unsupported options", async () => {
  const { url, service } = scene;
  const headers = { apikey: scene.backend.keys.secret };
  for (const path of [
    "/render/image/public/open/a.png",
    "/s3/open/a.png",
    "/cdn/open/a.png",
    "/upload/resumable/00000000-0000-4000-8000-000000000000",
  ]) {
    const response = await fetch(url(path), { headers });
    expect(response.status).toBe(404);
    const message = `Route GET:${path} not found`;
    expect(await response.json()).toMatchObject({ error: "Not Found", message });
  }
  for (const path of ["/object/open", "/object/move", "/iceberg/x"]) {
    expect((await fetch(url(path), { headers })).status).toBe(404);
  }
  const versioned = await fetch(url("/object/open/a?versionId=1"), { headers });
  expect(await versioned.json()).toMatchObject({ code: "NotSupported" });
  const open = service.storage.from("open");
  const encoded = await open.upload("b.txt", "x", { contentEncoding: "gzip" });
  expect(encoded.error).toEqual(refusal("409", "NotSupported"));
  expect((await open.list("", { exactMatch: true })).error).toEqual(refusal("409", "NotSupported"));
  expect((await open.list("", { noncurrentVersions: "exclude" })).error).toBeNull();
  expect((await open.list("", { noncurrentVersions: "include" })).error).toEqual(
    refusal("409", "NotSupported"),
  );
});

test.runIf(process.platform === "linux")("closes the file of an aborted download", async () => {
  const name = `${MIA}/large.pdf`;
  await documents(scene.mia).upload(name, new Uint8Array(1024 * 1024), PDF);
  const openFiles = () => readdirSync("/proc/self/fd").length;
  const before = openFiles();
  for (let n = 0; n < 10; n += 1) {
    const abort = new AbortController();
    const response = await fetch(scene.url(`/object/documents/${name}`), {
      headers: { apikey: scene.backend.keys.secret },
      signal: abort.signal,
    });
    expect(response.status).toBe(200);
    abort.abort();
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before + 2);
});

test("a reset deletes every stored file", async () => {
  await scene.database.end();
  await scene.backend.reset();
  expect(scene.keptFiles()).toEqual([]);
  expect((await documents(scene.service).list(MIA)).data).toEqual([]);
  const { error } = await documents(scene.mia).upload(`${MIA}/after.pdf`, "x", PDF);
  expect(error).toBeNull();
});
