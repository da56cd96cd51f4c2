import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { documents, openScene, PDF, refusal, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;
let headers: Record<string, string>;
const path = `${MIA}/answers.txt`;

beforeAll(async () => {
  scene = await openScene({ file_size_limit: "2KiB" });
  headers = {
    apikey: scene.backend.keys.publishable,
    authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
  };
  await documents(scene.mia).upload(path, "answers", { ...TEXT, metadata: { original: "Ä.txt" } });
});

afterAll(() => scene.close());

const call = async (method: string, url: string, body?: unknown) => {
  const response = await fetch(scene.url(url), {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

describe("Storage", () => {
  test("returns the documented fields for each call of the bucket API", async () => {
    const { storage } = scene.service;
    expect((await storage.createBucket("brief")).data).toEqual({ name: "brief" });
    expect((await storage.getBucket("brief")).data).toEqual({
      id: "brief",
      name: "brief",
      owner: "",
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect((await storage.listBuckets({ search: "brief" })).data?.[0]).toMatchObject({
      type: "STANDARD",
    });
    expect((await storage.updateBucket("brief", { public: true })).data).toEqual({
      message: "Successfully updated",
    });
    expect((await storage.emptyBucket("brief")).data).toEqual({
      message: "Empty bucket has been queued. Completion may take up to an hour.",
    });
    expect((await storage.deleteBucket("brief")).data).toEqual({ message: "Successfully deleted" });
    for (const gone of [
      await storage.updateBucket("brief", { public: true }),
      await storage.emptyBucket("brief"),
      await storage.deleteBucket("brief"),
    ]) {
      expect(gone.error).toEqual(refusal("404", "NoSuchBucket"));
    }
  });

  test("returns Id and Key for an upload", async () => {
    for (const method of ["POST", "PUT"]) {
      const response = await fetch(scene.url(`/object/documents/${MIA}/${method}.txt`), {
        method,
        headers: { ...headers, "content-type": "text/plain" },
        body: "x",
      });
      expect(response.status).toBe(200);
      const body = (await response.json()) as { Id: string };
      expect(body).toEqual({ Id: body.Id, Key: `documents/${MIA}/${method}.txt` });
      expect((await documents(scene.mia).info(`${MIA}/${method}.txt`)).data?.id).toBe(body.Id);
    }
  });

  test("returns all metadata of an object on each info route", async () => {
    const known = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: path,
      version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      bucket_id: "documents",
      size: 7,
      content_type: "text/plain",
      cache_control: "max-age=3600",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: { original: "Ä.txt" },
      last_modified: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
    };
    for (const route of ["info", "info/authenticated"]) {
      expect(await call("GET", `/object/${route}/documents/${path}`)).toEqual({
        status: 200,
        body: known,
      });
    }
    await scene.service.storage.from("open").upload("a.txt", "open", TEXT);
    const open = await call("GET", "/object/info/public/open/a.txt");
    expect(open.body).toMatchObject({ name: "a.txt", size: 4 });
  });

  test("returns a message after a move, and the new object after a copy", async () => {
    const moved = await call("POST", "/object/move", {
      bucketId: "documents",
      sourceKey: `${MIA}/POST.txt`,
      destinationKey: `${MIA}/moved.txt`,
    });
    expect(moved.body).toEqual({ message: "Successfully moved" });
    const copied = await call("POST", "/object/copy", {
      bucketId: "documents",
      sourceKey: path,
      destinationKey: `${MIA}/copied.txt`,
    });
    expect(copied.body).toMatchObject({
      Id: expect.any(String),
      Key: `documents/${MIA}/copied.txt`,
      name: `${MIA}/copied.txt`,
      bucket_id: "documents",
      owner: MIA,
      owner_id: MIA,
      version: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      user_metadata: { original: "Ä.txt" },
    });
  });

  test("returns NoSuchKey for a missing object, and NoSuchBucket for a missing bucket", async () => {
    const none = { statusCode: "404", error: "not_found", code: "NoSuchKey" };
    for (const url of [
      "object",
      "object/authenticated",
      "object/info",
      "object/info/authenticated",
    ]) {
      const key = await call("GET", `/${url}/documents/${MIA}/none.txt`);
      expect(key).toMatchObject({ status: 400, body: { ...none, message: "Object not found" } });
      const bucket = await call("GET", `/${url}/nowhere/none.txt`);
      expect(bucket.body).toMatchObject({ statusCode: "404", code: "NoSuchBucket" });
    }
    for (const url of ["object/public", "object/info/public"]) {
      expect((await call("GET", `/${url}/open/none.txt`)).body).toMatchObject(none);
    }
    expect((await call("DELETE", `/object/documents/${MIA}/none.txt`)).body).toMatchObject(none);
    const head = await fetch(scene.url(`/object/documents/${MIA}/none.txt`), {
      method: "HEAD",
      headers,
    });
    expect(head.status).toBe(400);
  });

  test("sends headers that prevent files from running as pages, for public and signed links", async () => {
    const html = { contentType: "text/html; charset=utf-8" };
    await scene.service.storage.from("open").upload("page.html", "<b>x</b>", html);
    const signed = await scene.service.storage.from("open").createSignedUrl("page.html", 60);
    const publicUrl = scene.service.storage.from("open").getPublicUrl("page.html", {
      download: "page.html",
    }).data.publicUrl;
    for (const url of [publicUrl, signed.data?.signedUrl ?? ""]) {
      const response = await fetch(url);
      expect(response.headers.get("content-type")).toBe("text/plain");
      expect(response.headers.get("x-robots-tag")).toBe("none");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toBe("sandbox");
      await response.arrayBuffer();
    }
    const named = await fetch(publicUrl);
    expect(named.headers.get("content-disposition")).toContain("filename=page.html;");
    const bare = await fetch(publicUrl.replace(/download=.*/, "download="));
    expect(bare.headers.get("content-disposition")).toBe("attachment;");
  });
});

describe("Storage in special cases", () => {
  test("applies the service's size limit if the bucket's limit is larger", async () => {
    const large = "x".repeat(2049);
    const tooLarge = refusal("413", "EntityTooLarge");
    expect((await documents(scene.mia).upload(`${MIA}/l.txt`, large, TEXT)).error).toEqual(
      tooLarge,
    );
    const form = new Blob([large], { type: "text/plain" });
    expect((await documents(scene.mia).upload(`${MIA}/l.txt`, form)).error).toEqual(tooLarge);
    expect((await documents(scene.service).upload(`${MIA}/l.txt`, large, TEXT)).error).toEqual(
      tooLarge,
    );
    const exact = await documents(scene.mia).upload(`${MIA}/l.txt`, large.slice(1), TEXT);
    expect(exact.error).toBeNull();
  });

  test("refuses a bucket limit above the service's limit", async () => {
    const { storage } = scene.service;
    const above = { public: false, fileSizeLimit: 2049 };
    expect((await storage.createBucket("above", above)).error).toEqual(
      refusal("413", "EntityTooLarge"),
    );
    expect((await storage.updateBucket("open", above)).error).toEqual(
      refusal("413", "EntityTooLarge"),
    );
    expect(
      (await storage.createBucket("equal", { ...above, fileSizeLimit: 2048 })).error,
    ).toBeNull();
  });

  test("refuses to copy or move a file into a bucket whose size limit the file exceeds", async () => {
    await scene.service.storage.createBucket("tiny", { public: false, fileSizeLimit: 4 });
    for (const act of ["copy", "move"] as const) {
      const { error } = await documents(scene.service)[act](path, "a.txt", {
        destinationBucket: "tiny",
      });
      expect(error).toEqual(refusal("413", "EntityTooLarge"));
    }
  });

  test("returns an empty string as the owner of a removed object that had no owner", async () => {
    await documents(scene.service).upload(`${MIA}/unowned.txt`, "x", TEXT);
    const { data } = await documents(scene.service).remove([`${MIA}/unowned.txt`]);
    expect(data).toMatchObject([{ owner: "", owner_id: "" }]);
  });

  test("returns an empty body for /status, and the version as plain text for /version", async () => {
    const status = await fetch(scene.url("/status"), { headers });
    expect([status.status, await status.text()]).toEqual([200, ""]);
    const version = await fetch(scene.url("/version"), { headers });
    expect(version.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await version.text()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("accepts 1500 names in one call that removes objects", async () => {
    await documents(scene.mia).upload(`${MIA}/999`, "x", TEXT);
    const names = Array.from({ length: 1500 }, (_, index) => `${MIA}/${index}`);
    const { data } = await documents(scene.mia).remove(names);
    expect(data?.map(({ name }) => name)).toEqual([`${MIA}/999`]);
  });

  test("lets SQL delete objects only if storage.allow_delete_query is true", async () => {
    await documents(scene.mia).upload(`${MIA}/by-sql.txt`, "x", TEXT);
    const { rowCount } = await scene.database.query("begin").then(async () => {
      await scene.database.query("set local storage.allow_delete_query = 'true'");
      const deleted = await scene.database.query(
        "delete from storage.objects where name like '%/by-sql.txt'",
      );
      await scene.database.query("commit");
      return deleted;
    });
    expect(rowCount).toBe(1);
    await expect(scene.database.query("delete from storage.objects")).rejects.toThrow(
      "Direct deletion",
    );
    expect((await documents(scene.mia).info(`${MIA}/by-sql.txt`)).error).toEqual(
      refusal("404", "NoSuchKey"),
    );
  });

  test("replaces an object with a form upload only if x-upsert is set or the call is an update", async () => {
    const file = (text: string) => new Blob([text], { type: "text/plain" });
    const name = `${MIA}/form.txt`;
    await documents(scene.mia).upload(name, file("one"));
    expect((await documents(scene.mia).upload(name, file("two"))).error).toEqual(
      refusal("409", "KeyAlreadyExists"),
    );
    expect(
      (await documents(scene.mia).upload(name, file("two"), { upsert: true })).error,
    ).toBeNull();
    expect((await documents(scene.mia).update(name, file("three"))).error).toBeNull();
    expect(await (await documents(scene.mia).download(name)).data?.text()).toBe("three");
  });

  test("refuses metadata that is a list, and ignores metadata that is not JSON", async () => {
    const form = new FormData();
    form.append("metadata", "[1]");
    form.append("", new Blob(["x"], { type: PDF.contentType }));
    const sent = await fetch(scene.url(`/object/documents/${MIA}/m.pdf`), {
      method: "POST",
      headers,
      body: form,
    });
    expect(await sent.json()).toMatchObject({ statusCode: "400", code: "InvalidParameter" });
    const raw = await fetch(scene.url(`/object/documents/${MIA}/m.pdf`), {
      method: "POST",
      headers: { ...headers, "content-type": PDF.contentType, "x-metadata": "bm90IGpzb24=" },
      body: "x",
    });
    expect(raw.status).toBe(200);
    await raw.arrayBuffer();
    expect((await documents(scene.mia).info(`${MIA}/m.pdf`)).data?.metadata).toEqual({});
  });
});
