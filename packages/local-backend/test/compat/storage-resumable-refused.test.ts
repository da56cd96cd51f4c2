import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA, tokenOf } from "./storage-people.ts";
import { openScene, type Scene } from "./storage-scene.ts";

let scene: Scene;
let headers: Record<string, string>;

beforeAll(async () => {
  scene = await openScene();
  headers = {
    apikey: scene.backend.keys.publishable,
    authorization: `Bearer ${await tokenOf(scene.backend, MIA)}`,
    "tus-resumable": "1.0.0",
    "upload-length": "3",
  };
});
afterAll(() => scene.close());

const encode = (said: Record<string, string>) =>
  Object.entries(said)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join();

const whole = () => encode({ bucketName: "documents", objectName: `${MIA}/refused.pdf` });

const create = async (path: string, metadata?: string) => {
  const response = await fetch(scene.url(path), {
    method: "POST",
    headers: { ...headers, ...(metadata !== undefined && { "upload-metadata": metadata }) },
  });
  await response.arrayBuffer();
  return response;
};

describe("the endpoint that creates resumable uploads", () => {
  test.each([
    ["without metadata", undefined],
    ["with empty metadata", ""],
    ["without a bucket", encode({ objectName: "a" })],
    ["without a name", encode({ bucketName: "documents" })],
    ["with invalid metadata", "bucketName ###"],
  ])("returns 400 if a client creates an upload %s", async (_what, metadata) => {
    const filesBefore = scene.keptFiles().length;
    expect((await create("/upload/resumable", metadata)).status).toBe(400);
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test("requires a signature for uploads below /upload/resumable/sign", async () => {
    const filesBefore = scene.keptFiles().length;
    for (const path of ["/upload/resumable/sign", "/upload/resumable/sign/x"]) {
      expect((await create(path, whole())).status).toBe(400);
    }
    expect(scene.keptFiles()).toHaveLength(filesBefore);
  });

  test("like hosted Supabase, creates an upload with a new id even if the URL contains an id", async () => {
    for (const path of ["", "/", "/x/y", "/11111111-1111-4111-8111-111111111111"].map(
      (end) => `/upload/resumable${end}`,
    )) {
      const metadata = `${whole()},contentType ${Buffer.from("application/pdf").toString("base64")}`;
      const response = await create(path, metadata);
      expect(response.status).toBe(201);
      const location = response.headers.get("location");
      expect(location).toMatch(/\/upload\/resumable\/[0-9a-f-]{36}$/);
      expect(location).not.toContain("11111111-1111-4111-8111-111111111111");
    }
  });
});

test("does not read all of a refused part of a resumable upload if the part is very long", async () => {
  const MEGABYTE = 1_048_576;
  const LENGTH = 256 * MEGABYTE;
  const upload = request(scene.url("/upload/resumable/11111111-1111-4111-8111-111111111111"), {
    method: "PATCH",
    headers: {
      ...headers,
      "content-type": "application/offset+octet-stream",
      "content-length": `${LENGTH}`,
      "upload-offset": "0",
    },
  });
  const ended = new Promise<void>((done) => {
    upload.on("error", () => done());
    upload.on("response", () => done());
  });
  let sent = 0;
  const send = () => {
    while (sent < LENGTH && !upload.destroyed) {
      sent += MEGABYTE;
      if (!upload.write(Buffer.alloc(MEGABYTE))) return void upload.once("drain", send);
    }
  };
  send();
  await ended;
  upload.destroy();
  // The client may send more than the limit, because socket buffers accept bytes that the server
  // never reads.
  expect(sent).toBeLessThan(LENGTH / 4);
});
