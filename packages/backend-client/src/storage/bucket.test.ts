import { describe, expect, it } from "vitest";
import { createFakeFetch, onlyRequest } from "../../test/support/fake-fetch.js";
import { sessionMissing } from "../config/authorized-fetch.js";
import { createVirtualClock } from "../testing/virtual-clock.js";
import { createStorageClient } from "./storage-client.js";

const url = "http://backend.test";
const anonKey = "sb_publishable_test";

function createBucket(answer: Parameters<typeof createFakeFetch>[0]) {
  const clock = createVirtualClock();
  const { fetch, requests } = createFakeFetch(answer);
  const runtime = { now: clock.now, schedule: clock.schedule, fetch };
  const getAccessToken = async () => "user-token";
  const storage = createStorageClient({ url, anonKey, runtime, getAccessToken });
  return { clock, requests, runtime, storage, bucket: storage.from("documents") };
}

const refused = { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "no" };

describe("upload", () => {
  it("sends the file's bytes with what describes them", async () => {
    const { bucket, requests } = createBucket(() =>
      Response.json({ Id: "7", Key: "documents/a/b c.pdf" }),
    );
    const file = new Blob(["%PDF"], { type: "application/pdf" });
    const metadata = { name: "Müller.pdf" };
    const result = await bucket.upload("a/b c.pdf", file, { upsert: true, metadata });
    expect(result.data).toEqual({ id: "7", path: "a/b c.pdf", fullPath: "documents/a/b c.pdf" });
    const { headers, url: sent, body } = onlyRequest(requests);
    expect(sent).toBe(`${url}/storage/v1/object/documents/a/b%20c.pdf`);
    expect(body).toBe(file);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "max-age=3600",
      "x-upsert": "true",
      authorization: "Bearer user-token",
    });
    const decoded = Buffer.from(headers.get("x-metadata") ?? "", "base64").toString("utf8");
    expect(JSON.parse(decoded)).toEqual(metadata);
  });

  it("names a refusal by the body's code and real status", async () => {
    const { bucket } = createBucket(() => Response.json(refused, { status: 400 }));
    const { error } = await bucket.upload("x", "text");
    expect(error).toMatchObject({ kind: "storage", code: "AccessDenied", status: 403 });
  });

  it("sends nothing when nobody is signed in", async () => {
    const { runtime, requests } = createBucket(() => Response.json({}));
    const getAccessToken = () => Promise.reject(sessionMissing("test"));
    const storage = createStorageClient({ url, anonKey, runtime, getAccessToken });
    const { error } = await storage.from("documents").upload("x", "text");
    expect(error).toMatchObject({ kind: "auth", code: "session_missing" });
    expect(requests).toHaveLength(0);
  });

  it("takes a success without JSON for a broken answer", async () => {
    const { bucket } = createBucket(() => new Response("<h1>Wi-Fi</h1>"));
    expect((await bucket.upload("x", "text")).error).toMatchObject({ code: "unexpected_answer" });
  });
});

describe("listAll", () => {
  it("asks page after page until one is short", async () => {
    const total = 250;
    const { bucket, requests } = createBucket(({ body }) => {
      const { limit, offset } = JSON.parse(String(body)) as { limit: number; offset: number };
      const names = Array.from({ length: Math.min(limit, total - offset) }, (_, at) => offset + at);
      return Response.json(names.map((name) => ({ name: `${name}` })));
    });
    const { data } = await bucket.listAll("folder");
    expect(data?.map(({ name }) => name)).toEqual(
      Array.from({ length: total }, (_, at) => `${at}`),
    );
    expect(requests).toHaveLength(3);
  });

  it("answers the failing page's error, not half a folder", async () => {
    let calls = 0;
    const page = Array.from({ length: 100 }, () => ({ name: "x" }));
    const { bucket } = createBucket(() =>
      ++calls === 1 ? Response.json(page) : Response.json(refused, { status: 400 }),
    );
    expect(await bucket.listAll()).toMatchObject({ data: null, error: { code: "AccessDenied" } });
  });
});

describe("signed URLs", () => {
  function createSigning() {
    let calls = 0;
    return createBucket(() =>
      Response.json({ signedURL: `/object/sign/documents/a.pdf?token=${++calls}` }),
    );
  }

  it("is absolute and carries the download name", async () => {
    const { bucket, requests } = createSigning();
    const { data } = await bucket.createSignedUrl("a.pdf", 60, { download: "A & B.pdf" });
    expect(data?.signedUrl).toBe(
      `${url}/storage/v1/object/sign/documents/a.pdf?token=1&download=A+%26+B.pdf`,
    );
    expect(onlyRequest(requests).body).toBe('{"expiresIn":60}');
  });

  it("is kept until a fifth of its life is left, then renewed", async () => {
    const { bucket, clock, requests } = createSigning();
    const ask = async () => (await bucket.signedUrl("a.pdf", 100)).data?.signedUrl;
    const first = await ask();
    await clock.advance(79_999);
    expect(await ask()).toBe(first);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(await ask()).not.toBe(first);
    expect(requests).toHaveLength(2);
  });

  it("shares one request among parallel askers and forgets a failure", async () => {
    let calls = 0;
    const { bucket } = createBucket(() =>
      ++calls === 1
        ? Response.json(refused, { status: 400 })
        : Response.json({ signedURL: "/object/sign/documents/a.pdf?token=t" }),
    );
    const both = await Promise.all([bucket.signedUrl("a.pdf", 60), bucket.signedUrl("a.pdf", 60)]);
    expect(both.map(({ error }) => error?.code)).toEqual(["AccessDenied", "AccessDenied"]);
    expect(calls).toBe(1);
    expect((await bucket.signedUrl("a.pdf", 60)).error).toBeNull();
  });

  it("is forgotten when the user changes", async () => {
    const { bucket, storage, requests } = createSigning();
    await bucket.signedUrl("a.pdf", 60);
    storage.clearSignedUrls();
    await bucket.signedUrl("a.pdf", 60);
    expect(requests).toHaveLength(2);
  });
});

describe("download", () => {
  it("answers the bytes", async () => {
    const { bucket, requests } = createBucket(() => new Response("bytes"));
    const { data } = await bucket.download("a/b.txt");
    expect(await data?.text()).toBe("bytes");
    expect(onlyRequest(requests).url).toBe(`${url}/storage/v1/object/documents/a/b.txt`);
  });
});
