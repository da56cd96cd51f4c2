import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene, TEXT } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.close());

describe("the download API of Storage", () => {
  const path = `${MIA}/ten.txt`;
  let url: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    await documents(scene.mia).upload(path, "0123456789", TEXT);
    url = scene.url(`/object/documents/${path}`);
    headers = {
      authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
      apikey: scene.backend.keys.publishable,
    };
  });

  test("sends a file to its owner and the service role, and returns not found to other users", async () => {
    for (const client of [scene.mia, scene.service]) {
      expect(await (await documents(client).download(path)).data?.text()).toBe("0123456789");
    }
    for (const client of [scene.tom, scene.anonymous]) {
      expect((await documents(client).download(path)).error).toMatchObject({ status: 400 });
      expect((await documents(client).info(path)).error).toEqual(refusal("404", "NoSuchKey"));
    }
    const exists = await documents(scene.tom).exists(path);
    expect(exists.data).toBe(false);
    expect((await documents(scene.mia).exists(path)).data).toBe(true);
  });

  test("returns NoSuchBucket for the info of an object in an unknown bucket", async () => {
    expect((await scene.mia.storage.from("nowhere").info("x")).error).toEqual(
      refusal("404", "NoSuchBucket"),
    );
  });

  test("returns NoSuchBucket for a private bucket on the public route", async () => {
    const response = await fetch(scene.url(`/object/public/documents/${path}`));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: "404", code: "NoSuchBucket" });
  });

  test("responds to HEAD with the headers of GET, but without the bytes", async () => {
    const response = await fetch(url, { method: "HEAD", headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("10");
    expect(response.headers.get("content-type")).toBe("text/plain");
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect(response.headers.get("x-robots-tag")).toBe("none");
    expect(response.headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(await response.text()).toBe("");
    const missing = await fetch(`${url}x`, { method: "HEAD", headers });
    expect(missing.status).toBe(400);
  });

  test.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
  ])("returns 206 for the range %s", async (range, text, contentRange) => {
    const response = await fetch(url, { headers: { ...headers, range } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(await response.text()).toBe(text);
  });

  test("ignores the range of a HEAD request, and a range whose unit is not bytes", async () => {
    const range = { ...headers, range: "bytes=2-4" };
    const head = await fetch(url, { method: "HEAD", headers: range });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
    const other = await fetch(url, { headers: { ...headers, range: "lines=2-4" } });
    expect([other.status, await other.text()]).toEqual([200, "0123456789"]);
  });

  test("returns 416 for a range outside of the file", async () => {
    const response = await fetch(url, { headers: { ...headers, range: "bytes=10-" } });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */10");
    expect(await response.json()).toMatchObject({ code: "InvalidRange" });
  });

  test("returns 304 for an unchanged file", async () => {
    const first = await fetch(url, { headers });
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(url, { headers: { ...headers, "if-none-match": etag } });
    expect(again.status).toBe(304);
    const modified = first.headers.get("last-modified") ?? "";
    const since = await fetch(url, { headers: { ...headers, "if-modified-since": modified } });
    expect(since.status).toBe(304);
    const other = await fetch(url, { headers: { ...headers, "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
    expect(other.headers.get("cache-control")).toContain("stale-while-revalidate=30");
    await other.arrayBuffer();
  });

  test("sets the file name in content-disposition from the download parameter", async () => {
    const response = await fetch(`${url}?download=%C3%9Cbersicht%20%221%22.txt`, { headers });
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=%C3%9Cbersicht%20%221%22.txt; filename*=UTF-8''%C3%9Cbersicht%20%221%22.txt",
    );
    await response.arrayBuffer();
  });

  test("serves a file of a public bucket without a key, and serves HTML as plain text", async () => {
    const html = "<script>alert(1)</script>";
    await scene.service.storage
      .from("open")
      .upload("page.html", html, { contentType: "text/html" });
    const { publicUrl } = scene.service.storage.from("open").getPublicUrl("page.html").data;
    const response = await fetch(publicUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain");
    expect(await response.text()).toBe(html);
  });
});

describe("a public bucket without any policy", () => {
  beforeAll(async () => {
    await scene.service.storage.from("open").upload("cat.txt", "cat", TEXT);
  });

  test("sends an object of a public bucket without policies to every caller, signed in or not", async () => {
    for (const client of [scene.anonymous, scene.mia]) {
      const open = client.storage.from("open");
      expect(await (await open.download("cat.txt")).data?.text()).toBe("cat");
      expect((await open.info("cat.txt")).data).toMatchObject({ name: "cat.txt", size: 3 });
      expect((await open.exists("cat.txt")).data).toBe(true);
      expect((await open.info("dog.txt")).error).toEqual(refusal("404", "NoSuchKey"));
    }
  });

  test("requires no key or token for a public bucket, except on the authenticated route", async () => {
    const expired = await tokenOf(scene.backend, MIA, { lifetimeSeconds: -60 });
    for (const headers of [{}, { authorization: `Bearer ${expired}` }]) {
      for (const route of ["object", "object/info"]) {
        expect((await fetch(scene.url(`/${route}/open/cat.txt`), { headers })).status).toBe(200);
        const closed = await fetch(scene.url(`/${route}/documents/cat.txt`), { headers });
        expect(await closed.json()).toMatchObject({ statusCode: "404", code: "NoSuchBucket" });
      }
    }
    const headers = { authorization: `Bearer ${expired}` };
    const authenticated = await fetch(scene.url("/object/authenticated/open/cat.txt"), { headers });
    expect(await authenticated.json()).toMatchObject({ statusCode: "403", code: "AccessDenied" });
  });

  test("lists no objects of a public bucket without policies to a user, and refuses to sign a link to one", async () => {
    const open = scene.mia.storage.from("open");
    expect((await open.list()).data).toEqual([]);
    expect((await open.createSignedUrl("cat.txt", 60)).error).toEqual(refusal("404", "NoSuchKey"));
  });
});
