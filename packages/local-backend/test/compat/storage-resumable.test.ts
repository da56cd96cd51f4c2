import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MIA, TOM, tokenOf } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene } from "./storage-scene.ts";
import { type TusCalls, tusCalls } from "./tus-calls.ts";

const CHUNK = 64 * 1024;
const bytes = Buffer.from(Array.from({ length: 3 * CHUNK + 100 }, (_, index) => index % 251));

let scene: Scene;
let token: string;
let calls: TusCalls;

beforeAll(async () => {
  scene = await openScene();
  token = await tokenOf(scene.backend, MIA);
  calls = tusCalls(scene, token);
});

afterAll(() => scene.close());

interface Target {
  name: string;
  bucket?: string;
  type?: string;
  body?: Buffer;
  as?: string;
  options?: Partial<UploadOptions>;
}

async function upload(target: Target): Promise<{ status?: number; url: string | null }> {
  return await new Promise((resolve, reject) => {
    const running: Upload = new Upload(target.body ?? bytes, {
      endpoint: scene.url("/upload/resumable"),
      chunkSize: CHUNK,
      retryDelays: null,
      headers: calls.headersOf(target.as ?? token),
      metadata: {
        bucketName: target.bucket ?? "documents",
        objectName: target.name,
        contentType: target.type ?? "application/pdf",
        cacheControl: "60",
        metadata: JSON.stringify({ original: "Ü.pdf" }),
      },
      onSuccess: () => resolve({ url: running.url }),
      onError: (error) => {
        const status = error instanceof DetailedError && error.originalResponse?.getStatus();
        if (status) resolve({ status, url: running.url });
        else reject(error);
      },
      ...target.options,
    });
    running.start();
  });
}

describe("Storage with resumable uploads", () => {
  test("stores a file that is uploaded in several parts, with its metadata", async () => {
    const name = `${MIA}/tus.pdf`;
    expect(await upload({ name })).toEqual({
      url: expect.stringContaining(scene.url("/upload/resumable/")),
    });
    const { data } = await documents(scene.mia).download(name);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
    expect((await documents(scene.mia).info(name)).data).toMatchObject({
      size: bytes.byteLength,
      contentType: "application/pdf",
      cacheControl: "max-age=60",
      metadata: { original: "Ü.pdf" },
    });
    const { rows } = await scene.database.query(
      "select owner_id from storage.objects where name = $1",
      [name],
    );
    expect(rows).toEqual([{ owner_id: MIA }]);
  });

  test("accepts bytes in the request that creates the upload", async () => {
    const name = `${MIA}/tus-create.pdf`;
    await upload({ name, options: { uploadDataDuringCreation: true, chunkSize: 10_000_000 } });
    expect((await documents(scene.mia).info(name)).data?.size).toBe(bytes.byteLength);
  });

  test("continues an upload after the last byte that was received", async () => {
    const name = `${MIA}/tus-resume.pdf`;
    let url: string | null = null;
    await new Promise<void>((resolve) => {
      const first = new Upload(bytes, {
        endpoint: scene.url("/upload/resumable"),
        chunkSize: CHUNK,
        retryDelays: null,
        headers: calls.headersOf(token),
        metadata: {
          bucketName: "documents",
          objectName: name,
          contentType: "application/pdf",
        },
        onChunkComplete: () => {
          url = first.url;
          void first.abort().then(resolve);
        },
      });
      first.start();
    });
    if (url === null) throw new Error("no upload was created");
    const offset = Number((await calls.head(url)).headers.get("upload-offset"));
    expect(offset).toBeGreaterThanOrEqual(CHUNK);
    expect(offset).toBeLessThan(bytes.byteLength);
    let firstOffset: string | undefined;
    await upload({
      name,
      options: {
        uploadUrl: url,
        onBeforeRequest: (request) => {
          if (request.getMethod() === "PATCH") firstOffset ??= request.getHeader("Upload-Offset");
        },
      },
    });
    expect(firstOffset).toBe(String(offset));
    const { data } = await documents(scene.mia).download(name);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
  });

  test("reports an upload as complete to a client that missed the last response", async () => {
    const before = scene.keptFiles().length;
    const { url } = await upload({ name: `${MIA}/tus-last.pdf` });
    const answer = await calls.head(url ?? "");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("upload-offset")).toBe(String(bytes.byteLength));
    // The three files are the object, the upload's sparse file, and the upload's record.
    expect(scene.keptFiles()).toHaveLength(before + 3);
    // A request at the end of a finished upload would replace the object, which requires
    // `x-upsert`.
    expect((await calls.patch(url ?? "", bytes.byteLength, "")).status).toBe(409);
    const upsert = { "x-upsert": "true" };
    expect((await calls.patch(url ?? "", bytes.byteLength, "", token, upsert)).status).toBe(204);
    const { data } = await documents(scene.mia).download(`${MIA}/tus-last.pdf`);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
  });

  test("accepts parts of 6 MiB, the size that hosted Supabase requires", async () => {
    const body = Buffer.alloc(13 * 1024 * 1024, "0123456789");
    const sizes: number[] = [];
    await upload({
      name: "large.png",
      bucket: "loose",
      type: "image/png",
      body,
      as: scene.backend.keys.serviceRole,
      options: {
        chunkSize: 6 * 1024 * 1024,
        onChunkComplete: (size) => sizes.push(size / 1024 / 1024),
      },
    });
    expect(sizes).toEqual([6, 6, 1]);
    const { data } = await scene.service.storage.from("loose").download("large.png");
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(body)).toBe(true);
  });

  test("lets a client delete an unfinished upload", async () => {
    const url = (await calls.create(`${MIA}/tus-end.pdf`)).headers.get("location") ?? "";
    await calls.patch(url, 0, "abc");
    const ended = await calls.end(url);
    expect(ended.status).toBe(204);
    expect((await calls.head(url)).status).toBe(404);
  });
});

describe("Storage with refused resumable uploads", () => {
  test.each<[string, number, () => Target | Promise<Target>]>([
    ["another user's folder", 403, () => ({ name: `${TOM}/x.pdf` })],
    ["a visitor", 403, () => ({ name: `${MIA}/x.pdf`, as: scene.backend.keys.anon })],
    ["an unreadable token", 400, () => ({ name: `${MIA}/x.pdf`, as: "nonsense" })],
    ["an unknown bucket", 404, () => ({ name: `${MIA}/x.pdf`, bucket: "nowhere" })],
    ["an invalid name", 400, () => ({ name: `${MIA}/ü.pdf` })],
    ["a type outside of the list", 415, () => ({ name: `${MIA}/x.png`, type: "image/png" })],
    [
      "a file above the bucket's size",
      413,
      () => ({ name: `${MIA}/x.pdf`, body: Buffer.alloc(1024 * 1024 + 1) }),
    ],
  ])("refuses a resumable upload for %s with the status %i", async (_what, status, target) => {
    const before = scene.keptFiles().length;
    expect((await upload(await target())).status).toBe(status);
    const withBytes = await upload({
      ...(await target()),
      options: { uploadDataDuringCreation: true },
    });
    expect(withBytes.status).toBe(status);
    expect(scene.keptFiles()).toHaveLength(before);
  });

  test("returns 409 for an upload to a taken name without x-upsert, and replaces the object with x-upsert", async () => {
    const name = `${MIA}/tus-taken.pdf`;
    await documents(scene.mia).upload(name, "old", { contentType: "application/pdf" });
    expect((await upload({ name })).status).toBe(409);
    const headers = { ...calls.headersOf(token), "x-upsert": "true" };
    expect((await upload({ name, options: { headers } })).status).toBeUndefined();
    expect((await documents(scene.mia).info(name)).data?.size).toBe(bytes.byteLength);
  });

  // S-9.7
  test("returns 409 for a wrong offset, 413 for too many bytes, 404 for an unknown upload, and 410 for an expired upload", async () => {
    const url = (await calls.create(`${MIA}/tus-offset.pdf`)).headers.get("location") ?? "";
    expect((await calls.patch(url, 3, "def")).status).toBe(409);
    expect((await calls.patch(url, 0, "abcdefg")).status).toBe(413);
    expect((await calls.patch(url.replace(/[0-9a-f]{12}$/, "000000000000"), 0, "abc")).status).toBe(
      404,
    );

    const path = join(scene.backend.dataDir, "storage/resumable", `${url.split("/").at(-1)}.json`);
    const config = JSON.parse(readFileSync(path, "utf8"));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
    writeFileSync(path, JSON.stringify({ ...config, creation_date: yesterday }));
    expect((await calls.patch(url, 0, "abc")).status).toBe(410);
    expect((await calls.head(url)).status).toBe(410);
  });

  test("checks the caller's permissions for every part of an upload, and returns 403 if they are missing", async () => {
    const name = `${MIA}/tus-rights.pdf`;
    const url = (await calls.create(name)).headers.get("location") ?? "";
    expect((await calls.patch(url, 0, "abc")).status).toBe(204);
    await scene.database.query(
      `create policy "closed" on storage.objects as restrictive for insert to authenticated
        with check (name not like '%tus-rights.pdf')`,
    );
    expect((await calls.patch(url, 3, "def")).status).toBe(403);
    await scene.database.query('drop policy "closed" on storage.objects');
    expect((await calls.patch(url, 3, "def")).status).toBe(204);
    expect(await (await documents(scene.mia).download(name)).data?.text()).toBe("abcdef");
  });

  test("returns 423 while another request holds the lock of the upload", async () => {
    const url = (await calls.create(`${MIA}/tus-locked.pdf`)).headers.get("location") ?? "";
    const file = join(scene.backend.dataDir, "storage/resumable", url.split("/").at(-1) ?? "");
    const holder = request(url, {
      method: "PATCH",
      headers: {
        ...calls.headersOf(token),
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
        "content-length": "6",
      },
    });
    holder.on("error", () => undefined);
    holder.write("abc");
    await expect.poll(() => existsSync(file) && statSync(file).size).toBe(3);
    // Abort the wait for the first request at once, so that the test does not take ten seconds.
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    const second = await calls.patch(url, 3, "def");
    expect(timeout).toHaveBeenCalledWith(10_000);
    timeout.mockRestore();
    expect([second.status, await second.text()]).toEqual([423, "The resource is locked"]);
    holder.destroy();
    expect((await calls.patch(url, 3, "def")).status).toBe(204);
    const { data } = await documents(scene.mia).download(`${MIA}/tus-locked.pdf`);
    expect(await data?.text()).toBe("abcdef");
  });

  test("returns 403 for another user's upload, even with the service key", async () => {
    const url = (await calls.create(`${MIA}/tus-mine.pdf`)).headers.get("location") ?? "";
    const tom = await tokenOf(scene.backend, TOM);
    for (const bearer of [tom, scene.backend.keys.anon, scene.backend.keys.serviceRole]) {
      expect((await calls.patch(url, 0, "abc", bearer)).status).toBe(403);
      expect((await calls.head(url, bearer)).status).toBe(403);
    }
  });

  test("returns 409 and keeps the object if another request created it during the upload", async () => {
    const name = `${MIA}/tus-race.pdf`;
    const url = (await calls.create(name)).headers.get("location") ?? "";
    await calls.patch(url, 0, "abc");
    await documents(scene.mia).upload(name, "first", { contentType: "application/pdf" });
    expect((await calls.patch(url, 3, "def")).status).toBe(409);
    expect(await (await documents(scene.mia).download(name)).data?.text()).toBe("first");
  });

  test("returns 412 for a request without a Tus-Resumable header", async () => {
    const url = (await calls.create(`${MIA}/x.pdf`)).headers.get("location") ?? "";
    expect((await fetch(url, { method: "HEAD", headers: calls.headersOf(token) })).status).toBe(
      412,
    );
  });
});

describe("Storage with upload links", () => {
  test("accepts a resumable upload with a link only for the link's object", async () => {
    const name = `${MIA}/tus-signed.pdf`;
    const { data } = await documents(scene.mia).createSignedUploadUrl(name);
    const endpoint = scene.url("/upload/resumable/sign");
    const headers = { "x-signature": data?.token ?? "" };
    expect((await upload({ name, options: { endpoint, headers } })).status).toBeUndefined();
    expect((await documents(scene.mia).info(name)).data?.size).toBe(bytes.byteLength);
    const other = await upload({ name: `${MIA}/other.pdf`, options: { endpoint, headers } });
    expect(other.status).toBe(400);
    const none = await upload({ name, options: { endpoint, headers: {} } });
    expect(none.status).toBe(400);
  });

  test("accepts a PUT upload with a link, and replaces an object only if the link has upsert", async () => {
    const name = `${MIA}/signed put.pdf`;
    const { data } = await documents(scene.mia).createSignedUploadUrl(name);
    const uploaded = await documents(scene.anonymous).uploadToSignedUrl(
      name,
      data?.token ?? "",
      new Blob(["signed"], { type: "application/pdf" }),
    );
    expect(uploaded.error).toBeNull();
    expect(await (await documents(scene.mia).download(name)).data?.text()).toBe("signed");
    const again = await documents(scene.anonymous).uploadToSignedUrl(name, data?.token ?? "", "x", {
      contentType: "application/pdf",
    });
    expect(again.error).toEqual(refusal("409", "KeyAlreadyExists"));
    const upsert = await documents(scene.mia).createSignedUploadUrl(name, { upsert: true });
    expect(upsert.error).toEqual(null);
    const replaced = await documents(scene.anonymous).uploadToSignedUrl(
      name,
      upsert.data?.token ?? "",
      "replaced",
      { contentType: "application/pdf" },
    );
    expect(replaced.error).toBeNull();
  });

  test("refuses to sign an upload link for a caller who may not write, and limits a link to its object", async () => {
    const foreign = await documents(scene.tom).createSignedUploadUrl(`${MIA}/x.pdf`);
    expect(foreign.error).toEqual(refusal("403", "AccessDenied"));
    const { data } = await documents(scene.mia).createSignedUploadUrl(`${MIA}/limits.pdf`);
    const put = (name: string, candidate: string, type = "application/pdf") =>
      documents(scene.anonymous).uploadToSignedUrl(name, candidate, "x", { contentType: type });
    const link = data?.token ?? "";
    expect((await put(`${MIA}/else.pdf`, link)).error).toEqual(refusal("400", "InvalidSignature"));
    expect((await put(`${MIA}/limits.pdf`, `${link}x`)).error).toEqual(
      refusal("400", "InvalidJWT"),
    );
    expect((await put(`${MIA}/limits.pdf`, link, "image/png")).error).toEqual(
      refusal("415", "InvalidMimeType"),
    );
    const open = await fetch(scene.url(`/object/sign/documents/${MIA}/limits.pdf?token=${link}`));
    expect(await open.json()).toMatchObject({ code: "InvalidSignature" });
  });
});
