import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA, TOM, tokenOf } from "./storage-people.ts";
import { documents, openScene, PDF, refusal, type Scene } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.close());

describe("the upload API of Storage", () => {
  test("stores bytes, type, cache time, metadata and owner of a form upload", async () => {
    const path = `${MIA}/form.pdf`;
    const { data, error } = await documents(scene.mia).upload(
      path,
      new Blob(["%PDF-1.7 form"], { type: "application/pdf" }),
      { cacheControl: "60", metadata: { originalName: "Übersicht.pdf" } },
    );
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path, fullPath: `documents/${path}` });

    const info = await documents(scene.mia).info(path);
    expect(info.data).toMatchObject({
      id: data?.id,
      name: path,
      bucketId: "documents",
      size: 13,
      contentType: "application/pdf",
      cacheControl: "max-age=60",
      metadata: { originalName: "Übersicht.pdf" },
    });
    const { rows } = await scene.database.query(
      "select owner_id from storage.objects where id = $1",
      [data?.id],
    );
    expect(rows).toEqual([{ owner_id: MIA }]);
    const bytes = await documents(scene.mia).download(path);
    expect(await bytes.data?.text()).toBe("%PDF-1.7 form");
  });

  test("stores type, cache time and metadata of an upload of raw bytes", async () => {
    const path = `${MIA}/raw.pdf`;
    const { error } = await documents(scene.mia).upload(
      path,
      new TextEncoder().encode("raw bytes"),
      {
        ...PDF,
        cacheControl: "30",
        metadata: { from: "test" },
      },
    );
    expect(error).toBeNull();
    const info = await documents(scene.mia).info(path);
    expect(info.data).toMatchObject({
      size: 9,
      contentType: "application/pdf",
      cacheControl: "max-age=30",
      metadata: { from: "test" },
    });
  });

  test("refuses an upload to a taken name, and replaces the object if upsert is set", async () => {
    const path = `${MIA}/twice.pdf`;
    await documents(scene.mia).upload(path, "one", PDF);
    const filesBefore = scene.keptFiles().length;
    const second = await documents(scene.mia).upload(path, "two", PDF);
    expect(second.error).toEqual(refusal("409", "KeyAlreadyExists"));
    const third = await documents(scene.mia).upload(path, "three", { ...PDF, upsert: true });
    expect(third.error).toBeNull();
    expect(await (await documents(scene.mia).download(path)).data?.text()).toBe("three");
    const updated = await documents(scene.mia).update(path, "four", PDF);
    expect(updated.error).toBeNull();
    expect(await (await documents(scene.mia).download(path)).data?.text()).toBe("four");
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test.each([
    ["to another user's folder", () => scene.mia, `${TOM}/x.pdf`],
    ["by a visitor", () => scene.anonymous, `${MIA}/x.pdf`],
  ])("refuses an upload without permission and stores no bytes: %s", async (_who, client, path) => {
    const filesBefore = scene.keptFiles().length;
    const form = await documents(client()).upload(path, new Blob(["x"], { type: PDF.contentType }));
    expect(form.error).toEqual(refusal("403", "AccessDenied"));
    expect(form.error?.message).toBe("new row violates row-level security policy");
    const raw = await documents(client()).upload(path, "x", PDF);
    expect(raw.error).toEqual(refusal("403", "AccessDenied"));
    const upsert = await documents(client()).upload(path, "x", { ...PDF, upsert: true });
    expect(upsert.error).toEqual(refusal("403", "AccessDenied"));
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test("returns the error of a refused upload even if the file is large", async () => {
    const large = new Uint8Array(900 * 1024);
    const { error } = await documents(scene.anonymous).upload(`${MIA}/large.pdf`, large, PDF);
    expect(error).toEqual(refusal("403", "AccessDenied"));
  });

  test("refuses a file above the bucket's limit, with and without a Content-Length header", async () => {
    const filesBefore = scene.keptFiles().length;
    const large = new Uint8Array(1024 * 1024 + 1);
    const announced = await documents(scene.mia).upload(`${MIA}/l1.pdf`, large, PDF);
    expect(announced.error).toEqual(refusal("413", "EntityTooLarge"));
    const form = await documents(scene.mia).upload(
      `${MIA}/l2.pdf`,
      new Blob([large], { type: PDF.contentType }),
    );
    expect(form.error).toEqual(refusal("413", "EntityTooLarge"));
    const streamed = await documents(scene.mia).upload(
      `${MIA}/l3.pdf`,
      new Blob([large]).stream(),
      {
        ...PDF,
        duplex: "half",
      },
    );
    expect(streamed.error).toEqual(refusal("413", "EntityTooLarge"));
    const exact = await documents(scene.mia).upload(`${MIA}/l4.pdf`, large.subarray(1), PDF);
    expect(exact.error).toBeNull();
    expect(scene.keptFiles()).toHaveLength(filesBefore + 1);
  });

  test("refuses a type that the bucket does not list", async () => {
    const image = await documents(scene.mia).upload(`${MIA}/x.png`, "x", {
      contentType: "image/png",
    });
    expect(image.error).toEqual(refusal("415", "InvalidMimeType"));
    const form = await documents(scene.mia).upload(
      `${MIA}/x.png`,
      new Blob(["x"], { type: "image/png" }),
    );
    expect(form.error).toEqual(refusal("415", "InvalidMimeType"));
    const text = await documents(scene.mia).upload(`${MIA}/x.txt`, "x", {
      contentType: "text/plain;charset=UTF-8",
    });
    // As on hosted Supabase, `text/plain;charset=UTF-8` differs from the allowed type `text/plain`.
    expect(text.error).toEqual(refusal("415", "InvalidMimeType"));
    const any = await scene.service.storage
      .from("loose")
      .upload("a.png", "x", { contentType: "image/png" });
    expect(any.error).toBeNull();
  });

  test("refuses an upload to an unknown bucket or with an invalid name", async () => {
    const bucket = await scene.mia.storage.from("nowhere").upload(`${MIA}/x.pdf`, "x", PDF);
    expect(bucket.error).toEqual(refusal("404", "NoSuchBucket"));
    for (const name of ["schön.pdf", "a%2541.pdf", "emoji😀.pdf"]) {
      const { error } = await documents(scene.mia).upload(`${MIA}/${name}`, "x", PDF);
      expect(error, name).toEqual(refusal("400", "InvalidKey"));
    }
  });

  test("refuses an upload with an unreadable or expired token", async () => {
    const expired = await tokenOf(scene.backend, MIA, { lifetimeSeconds: -60 });
    for (const token of ["not-a-token", expired]) {
      const response = await fetch(scene.url(`/object/documents/${MIA}/t.pdf`), {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          apikey: scene.backend.keys.publishable,
          "content-type": "application/pdf",
        },
        body: "x",
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    }
  });

  test("leaves no file behind if an upload is interrupted", async () => {
    const filesBefore = scene.keptFiles().length;
    const path = `${MIA}/cut.pdf`;
    const abort = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1000)),
    });
    const sent = fetch(scene.url(`/object/documents/${path}`), {
      method: "POST",
      headers: {
        authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
        apikey: scene.backend.keys.publishable,
        "content-type": "application/pdf",
      },
      body,
      signal: abort.signal,
      duplex: "half",
    } as RequestInit);
    const refused = expect(sent).rejects.toThrow();
    await expect.poll(() => scene.keptFiles().length).toBe(filesBefore + 1);
    abort.abort();
    await refused;
    await expect.poll(() => scene.keptFiles().length).toBe(filesBefore);
    expect((await documents(scene.mia).info(path)).error).toEqual(refusal("404", "NoSuchKey"));
  });

  test("creates no object if an upload form ends early", async () => {
    const path = `${MIA}/broken-form.pdf`;
    const response = await fetch(scene.url(`/object/documents/${path}`), {
      method: "POST",
      headers: {
        authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
        apikey: scene.backend.keys.publishable,
        "content-type": "multipart/form-data; boundary=XX",
      },
      body: '--XX\r\nContent-Disposition: form-data; name=""; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\nhalf a fi',
    });
    expect(response.ok).toBe(false);
    expect((await documents(scene.mia).info(path)).error).toEqual(refusal("404", "NoSuchKey"));
  });

  test("passes the operation, content type and content length of an upload to policies", async () => {
    await scene.database.query(`
      create policy "only uploads of announced text" on storage.objects for insert to anon
        with check (bucket_id = 'loose' and storage.operation() = 'storage.object.upload'
          and storage.allow_only_operation('object.upload')
          and metadata ->> 'mimetype' = 'image/png'
          and (metadata ->> 'contentLength')::int = 3);
    `);
    const three = await scene.anonymous.storage.from("loose").upload("three.png", "abc", {
      contentType: "image/png",
    });
    expect(three.error).toBeNull();
    const four = await scene.anonymous.storage.from("loose").upload("four.png", "abcd", {
      contentType: "image/png",
    });
    expect(four.error).toEqual(refusal("403", "AccessDenied"));
  });
});
