import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openScene, type Scene } from "./storage-scene.ts";

/** PostgreSQL cannot store this character. */
const NUL = "\0";

let scene: Scene;
let headers: Record<string, string>;

beforeAll(async () => {
  scene = await openScene();
  headers = { apikey: scene.backend.keys.secret };
  const { error } = await scene.service.storage
    .from("open")
    .upload("a.txt", "a", { contentType: "text/plain" });
  expect(error).toBeNull();
});
afterAll(() => scene.close());

const call = (method: string, path: string, body?: unknown) =>
  fetch(scene.url(path), {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function expectRefused(response: Response, code: string): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBe(400);
  if (text !== "") expect(JSON.parse(text)).toMatchObject({ code });
}

describe("Storage", () => {
  test.each([
    ["GET", "/object/open/%00"],
    ["HEAD", "/object/open/%00"],
    ["DELETE", "/object/open/%00"],
    ["GET", "/object/public/open/a%00"],
    ["GET", "/object/info/open/%00"],
    ["GET", "/object/info/public/open/%00"],
    ["GET", "/object/sign/open/%00?token=x"],
    ["POST", "/object/open/%00"],
    ["PUT", "/object/open/%00"],
  ])("refuses NUL in an object's path: %s %s", async (method, path) => {
    await expectRefused(await call(method, path), "InvalidKey");
  });

  test.each<[string, string, unknown?]>([
    ["GET", "/bucket/%00"],
    ["PUT", "/bucket/%00", { public: true }],
    ["DELETE", "/bucket/%00"],
    ["POST", "/bucket/%00/empty"],
    ["GET", "/bucket?search=%00"],
    ["POST", "/object/list/open", { prefix: NUL }],
    ["POST", "/object/list/open", { prefix: "", search: NUL }],
    ["POST", "/object/list-v2/open", { prefix: NUL }],
    ["POST", "/object/move", { bucketId: "open", sourceKey: NUL, destinationKey: "b" }],
    ["POST", "/object/copy", { bucketId: "open", sourceKey: NUL, destinationKey: "b" }],
    ["DELETE", "/object/open", { prefixes: ["a", NUL] }],
    ["POST", "/object/sign/open", { expiresIn: 60, paths: [NUL] }],
  ])("refuses NUL in a bucket's path, a query or a body: %s %s %j", async (method, path, body) => {
    await expectRefused(await call(method, path, body), "InvalidRequest");
  });

  test("refuses NUL in the new name of a copied or moved object, and in the name of a new bucket", async () => {
    const names = { bucketId: "open", sourceKey: "a.txt", destinationKey: NUL };
    await expectRefused(await call("POST", "/object/copy", names), "InvalidKey");
    await expectRefused(await call("POST", "/object/move", names), "InvalidKey");
    await expectRefused(await call("POST", "/bucket", { name: NUL }), "InvalidBucketName");
  });

  test("refuses NUL in the bucket name of a download, a list or a copy", async () => {
    const copy = { bucketId: NUL, sourceKey: "a.txt", destinationKey: "b" };
    for (const [method, path, body] of [
      ["GET", "/object/authenticated/op%00en/a"],
      ["POST", "/object/list/%00", { prefix: "" }],
      ["POST", "/object/list-v2/%00", {}],
      ["POST", "/object/copy", copy],
    ] as const) {
      await expectRefused(await call(method, path, body), "InvalidBucketName");
    }
  });

  test("refuses NUL in a bucket's allowed types", async () => {
    const types = { allowed_mime_types: [NUL] };
    const created = await call("POST", "/bucket", { name: "fine", ...types });
    await expectRefused(created, "InvalidMimeType");
    await expectRefused(await call("PUT", "/bucket/open", types), "InvalidMimeType");
  });

  const metadata = JSON.stringify({ a: NUL });

  test("refuses NUL in a raw upload's metadata", async () => {
    const response = await fetch(scene.url("/object/open/raw.txt"), {
      method: "POST",
      headers: { ...headers, "x-metadata": Buffer.from(metadata).toString("base64") },
      body: "x",
    });
    await expectRefused(response, "InvalidRequest");
  });

  test("refuses NUL in a form's metadata", async () => {
    const form = new FormData();
    form.set("metadata", metadata);
    form.set("", new Blob(["x"], { type: "text/plain" }));
    const response = await fetch(scene.url("/object/open/form.txt"), {
      method: "POST",
      headers,
      body: form,
    });
    await expectRefused(response, "InvalidRequest");
  });

  test.each([
    ["metadata", metadata],
    ["objectName", `a${NUL}`],
    ["bucketName", NUL],
  ])("refuses NUL in a resumable upload's %s", async (key, value) => {
    const said = { bucketName: "open", objectName: "tus.txt", [key]: value };
    const response = await fetch(scene.url("/upload/resumable"), {
      method: "POST",
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-metadata": Object.entries(said)
          .map(([name, text]) => `${name} ${Buffer.from(text).toString("base64")}`)
          .join(),
      },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("encoding");
  });
});
