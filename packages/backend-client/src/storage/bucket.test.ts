import { describe, expect, it } from "vitest";
import { createFakeFetch, onlyRequest } from "../../test/support/fake-fetch.js";
import type { Result } from "../errors/backend-error.js";
import { sessionMissing } from "../errors/session-missing.js";
import { createVirtualClock } from "../testing/virtual-clock.js";
import type { StorageBucket } from "./bucket.js";
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

describe("bucket.upload", () => {
  it("sends the file's bytes with their metadata", async () => {
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

  it.each(["text/plain\r\nx-upsert: true", "image", "/png", "image/p ng", "ï/png", "a/b;\u0000"])(
    "returns an error for the content type %j, and sends no request",
    async (contentType) => {
      const { bucket, requests } = createBucket(() => Response.json({}));
      for (const body of [new Blob(["x"]), new Uint8Array(7_000_000).buffer]) {
        const { data, error } = await bucket.upload("a.txt", body, { contentType });
        expect([data, error?.kind, error?.code]).toEqual([null, "storage", "InvalidMimeType"]);
      }
      expect(requests).toEqual([]);
    },
  );

  it.each(["image/png", "text/plain; charset=utf-8", "application/vnd.a+json", ""])(
    "accepts the content type %j",
    async (contentType) => {
      const { bucket, requests } = createBucket(() => Response.json({ Id: "7" }));
      const { error } = await bucket.upload("a", new Blob(["x"]), { contentType });
      expect(error).toBeNull();
      const expected = contentType || "application/octet-stream";
      expect(onlyRequest(requests).headers.get("content-type")).toBe(expected);
    },
  );

  it("returns the code and status in the response body when the service refuses the upload", async () => {
    const { bucket } = createBucket(() => Response.json(refused, { status: 400 }));
    const { error } = await bucket.upload("x", "text");
    expect(error).toMatchObject({ kind: "storage", code: "AccessDenied", status: 403 });
  });

  it("sends no request when no user is signed in", async () => {
    const { runtime, requests } = createBucket(() => Response.json({}));
    const getAccessToken = () => Promise.reject(sessionMissing("test"));
    const storage = createStorageClient({ url, anonKey, runtime, getAccessToken });
    const { error } = await storage.from("documents").upload("x", "text");
    expect(error).toMatchObject({ kind: "auth", code: "session_missing" });
    expect(requests).toHaveLength(0);
  });

  it("throws on a server if `resumable` is true, and uploads even a large file without this option", async () => {
    const { bucket, requests } = createBucket(() => Response.json({ Key: "documents/x" }));
    const options = { resumable: true };
    await expect(bucket.upload("x", new Blob(["text"]), options)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
    const large = new Blob([new Uint8Array(7 * 1024 * 1024)]);
    expect((await bucket.upload("x", large)).error).toBeNull();
  });

  it("returns unexpected_answer for a successful response that is not JSON", async () => {
    const { bucket } = createBucket(() => new Response("<h1>Wi-Fi</h1>"));
    expect((await bucket.upload("x", "text")).error).toMatchObject({ code: "unexpected_answer" });
  });
});

describe("bucket.update", () => {
  it("replaces the object with PUT", async () => {
    const { bucket, requests } = createBucket(() => Response.json({ Key: "documents/a/b.txt" }));
    const { data } = await bucket.update("a/b.txt", "new", { contentType: "text/plain" });
    expect(data).toEqual({ path: "a/b.txt", fullPath: "documents/a/b.txt" });
    const { method, url: sent, headers, body } = onlyRequest(requests);
    expect([method, sent, body]).toEqual([
      "PUT",
      `${url}/storage/v1/object/documents/a/b.txt`,
      "new",
    ]);
    expect(headers.get("content-type")).toBe("text/plain");
    expect(headers.has("x-upsert")).toBe(false);
  });

  it("passes a stream to fetch without reading it", async () => {
    const { bucket, requests } = createBucket(() => Response.json({ Key: "documents/a" }));
    const stream = new Blob(["x".repeat(7_000_000)]).stream();
    expect((await bucket.update("a", stream)).error).toBeNull();
    expect(onlyRequest(requests).body).toBe(stream);
  });
});

describe("bucket.exists", () => {
  const missing = { statusCode: "404", error: "not_found", code: "NoSuchKey", message: "no" };

  it("returns true for an object, and false for a missing or hidden object", async () => {
    const { bucket, requests } = createBucket(({ url: sent }) =>
      sent.endsWith("/here") ? Response.json({ id: "1" }) : Response.json(missing, { status: 400 }),
    );
    expect(await bucket.exists("here")).toEqual({ data: true, error: null });
    expect(await bucket.exists("gone")).toEqual({ data: false, error: null });
    expect(requests.map(({ url: sent }) => sent)).toEqual([
      `${url}/storage/v1/object/info/documents/here`,
      `${url}/storage/v1/object/info/documents/gone`,
    ]);
  });

  it.each([
    ["a refused token", { ...missing, code: "InvalidJWT", statusCode: "400" }, "InvalidJWT"],
    ["a missing bucket", { ...missing, code: "NoSuchBucket" }, "NoSuchBucket"],
  ])("returns the error of %s instead of false", async (_name, body, code) => {
    const { bucket } = createBucket(() => Response.json(body, { status: 400 }));
    expect(await bucket.exists("a")).toMatchObject({ data: null, error: { code } });
  });
});

describe("signed upload URLs", () => {
  const signed = { url: "/object/upload/sign/documents/a b.txt?token=t.o-k", token: "t.o-k" };

  it("are absolute and contain the token", async () => {
    const { bucket, requests } = createBucket(() => Response.json(signed));
    const { data } = await bucket.createSignedUploadUrl("a b.txt", { upsert: true });
    expect(data).toEqual({
      path: "a b.txt",
      token: "t.o-k",
      signedUrl: `${url}/storage/v1/object/upload/sign/documents/a%20b.txt?token=t.o-k`,
    });
    const { method, url: sent, headers } = onlyRequest(requests);
    expect([method, sent]).toEqual([
      "POST",
      `${url}/storage/v1/object/upload/sign/documents/a%20b.txt`,
    ]);
    expect(headers.get("x-upsert")).toBe("true");
  });

  it("fail with unexpected_answer when the response has no token", async () => {
    const { bucket } = createBucket(() => Response.json({ url: "/object/upload/sign/a" }));
    const { error } = await bucket.createSignedUploadUrl("a");
    expect(error).toMatchObject({ kind: "network", code: "unexpected_answer" });
  });

  it("can be used to upload a file without a session", async () => {
    const { runtime, requests } = createBucket(() => Response.json({ Key: "documents/a" }));
    const getAccessToken = () => Promise.reject(sessionMissing("test"));
    const storage = createStorageClient({ url, anonKey, runtime, getAccessToken });
    const bucket = storage.from("documents");
    const { data } = await bucket.uploadToSignedUrl("a", "t&k", "text", { metadata: { n: 1 } });
    expect(data).toEqual({ path: "a", fullPath: "documents/a" });
    const { method, url: sent, headers, body } = onlyRequest(requests);
    expect([method, sent, body]).toEqual([
      "PUT",
      `${url}/storage/v1/object/upload/sign/documents/a?token=t%26k`,
      "text",
    ]);
    expect(headers.has("authorization")).toBe(false);
    expect(headers.get("apikey")).toBe(anonKey);
    expect(headers.get("x-metadata")).toBe(btoa('{"n":1}'));
  });
});

describe("public URLs", () => {
  it.each([
    [undefined, "/object/public/documents/a/b%20c.png"],
    [{ download: "A & B.png" }, "/object/public/documents/a/b%20c.png?download=A+%26+B.png"],
    [{ download: true }, "/object/public/documents/a/b%20c.png?download="],
    [
      {
        transform: { width: 100, height: undefined, resize: "contain", format: "origin" } as const,
      },
      "/render/image/public/documents/a/b%20c.png?width=100&resize=contain&format=origin",
    ],
  ])("with the options %j have the path and query %s", async (options, expected) => {
    const { bucket, requests } = createBucket(() => Response.json({}));
    const { data } = await bucket.getPublicUrl("/a//b c.png", options);
    expect(data?.publicUrl).toBe(`${url}/storage/v1${expected}`);
    expect(requests).toEqual([]);
  });
});

describe("bucket.listAll", () => {
  it("requests pages until a page has fewer objects than the page size", async () => {
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

  it("returns the error of a failing page, and no partial list", async () => {
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

  it("are absolute and contain the download name", async () => {
    const { bucket, requests } = createSigning();
    const { data } = await bucket.createSignedUrl("a.pdf", 60, { download: "A & B.pdf" });
    expect(data?.signedUrl).toBe(
      `${url}/storage/v1/object/sign/documents/a.pdf?token=1&download=A+%26+B.pdf`,
    );
    expect(onlyRequest(requests).body).toBe('{"expiresIn":60}');
  });

  it("are cached until a fifth of their lifetime is left, and replaced afterwards", async () => {
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

  it("are requested once for parallel callers, and are requested again after a failure", async () => {
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

  it("let one caller abort while the request continues for the others", async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { bucket, requests } = createBucket(async () => {
      await gate;
      return Response.json({ signedURL: "/object/sign/documents/a.pdf?token=t" });
    });
    const controller = new AbortController();
    const leaving = bucket.signedUrl("a.pdf", 60, { signal: controller.signal });
    const staying = bucket.signedUrl("a.pdf", 60);
    controller.abort();
    expect((await leaving).error).toMatchObject({ kind: "network", code: "aborted" });
    open();
    expect((await staying).error).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it("for several objects are in the order of the paths, with an error for each missing object", async () => {
    const hidden = "Either the object does not exist or you do not have access to it";
    const { bucket, requests } = createBucket(() =>
      Response.json([
        { error: null, path: "a b.pdf", signedURL: "/object/sign/documents/a b.pdf?token=t" },
        { error: hidden, path: "none", signedURL: null },
      ]),
    );
    const { data } = await bucket.createSignedUrls(["/a b.pdf", "none"], 60, { download: true });
    expect(data).toEqual([
      {
        path: "a b.pdf",
        signedUrl: `${url}/storage/v1/object/sign/documents/a%20b.pdf?token=t&download=`,
        error: null,
      },
      {
        path: "none",
        signedUrl: null,
        error: expect.objectContaining({ kind: "storage", code: "NoSuchKey", retryable: false }),
      },
    ]);
    const { url: sent, body } = onlyRequest(requests);
    expect(sent).toBe(`${url}/storage/v1/object/sign/documents`);
    expect(JSON.parse(String(body))).toEqual({ expiresIn: 60, paths: ["a b.pdf", "none"] });
  });

  it.each([[{}], [[]], [null]])(
    "of several objects return an error for the response %j",
    async (body) => {
      const { bucket } = createBucket(() => Response.json(body));
      const { error } = await bucket.createSignedUrls(["a"], 60);
      expect(error).toMatchObject({ kind: "network", code: "unexpected_answer" });
    },
  );

  it("are requested again after clearSignedUrls() empties the cache", async () => {
    const { bucket, storage, requests } = createSigning();
    await bucket.signedUrl("a.pdf", 60);
    storage.clearSignedUrls();
    await bucket.signedUrl("a.pdf", 60);
    expect(requests).toHaveLength(2);
  });
});

describe("object paths", () => {
  const CALLS = {
    upload: (bucket, path) => bucket.upload(path, "text"),
    download: (bucket, path) => bucket.download(path),
    info: (bucket, path) => bucket.info(path),
    remove: (bucket, path) => bucket.remove(["a", path]),
    "move (old path)": (bucket, path) => bucket.move(path, "b"),
    "move (new path)": (bucket, path) => bucket.move("a", path),
    copy: (bucket, path) => bucket.copy("a", path),
    list: (bucket, path) => bucket.list(path),
    listAll: (bucket, path) => bucket.listAll(path),
    createSignedUrl: (bucket, path) => bucket.createSignedUrl(path, 60),
    signedUrl: (bucket, path) => bucket.signedUrl(path, 60),
    createSignedUrls: (bucket, path) => bucket.createSignedUrls([path], 60),
    createSignedUploadUrl: (bucket, path) => bucket.createSignedUploadUrl(path),
    uploadToSignedUrl: (bucket, path) => bucket.uploadToSignedUrl(path, "t", "text"),
    update: (bucket, path) => bucket.update(path, "text"),
    exists: (bucket, path) => bucket.exists(path),
  } satisfies Record<string, (bucket: StorageBucket, path: string) => Promise<Result<unknown>>>;
  const calls = Object.entries(CALLS);
  const REFUSED = { kind: "storage", code: "invalid_path", retryable: false };

  it.each(calls)(
    "with dot segments are refused by %s, which sends no request",
    async (_name, call) => {
      const { bucket, storage, requests } = createBucket(() => Response.json([]));
      for (const path of ["../private/x", "a/../../x", "a/..", "./x", "../../../functions/v1/x"]) {
        expect((await call(bucket, path)).error).toMatchObject(REFUSED);
      }
      for (const name of ["..", "."]) {
        expect((await call(storage.from(name), "a")).error).toMatchObject(REFUSED);
      }
      expect(requests).toEqual([]);
    },
  );

  it.each(calls)("are normalized by %s", async (_name, call) => {
    const stored = { Key: "documents/a/b", signedURL: "/object/sign/documents/a/b?token=t" };
    const { bucket, requests } = createBucket(({ url: sent }) =>
      Response.json(sent.includes("/object/list/") ? [] : stored),
    );
    await call(bucket, "/a//b/");
    await call(bucket, "a/b");
    const seen = requests.map(({ url: sent, body }) => [sent, body]);
    expect(seen[1] ?? seen[0]).toEqual(seen[0]);
    expect(JSON.stringify(seen)).toMatch(/\ba\/b\b/);
    expect(JSON.stringify(seen)).not.toContain("a//b");
  });

  it("are valid with dots in names, and with encoded dots", async () => {
    const { bucket, requests } = createBucket(() => new Response("x"));
    await bucket.download("%2e%2e/.../..a/b..");
    expect(onlyRequest(requests).url).toBe(
      `${url}/storage/v1/object/documents/%252e%252e/.../..a/b..`,
    );
  });

  it("are returned without leading, repeated or trailing slashes", async () => {
    const { bucket } = createBucket(() => Response.json({ Key: "documents/a/b" }));
    expect((await bucket.upload("/a//b/", "text")).data?.path).toBe("a/b");
    expect((await bucket.move("x", "/a//b/")).data).toEqual({ path: "a/b" });
  });
});

describe("bucket.download", () => {
  it("returns the object's bytes", async () => {
    const { bucket, requests } = createBucket(() => new Response("bytes"));
    const { data } = await bucket.download("a/b.txt");
    expect(await data?.text()).toBe("bytes");
    expect(onlyRequest(requests).url).toBe(`${url}/storage/v1/object/documents/a/b.txt`);
  });
});
