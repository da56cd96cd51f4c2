import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openScene, type Scene } from "./storage-scene.ts";

let scene: Scene;
let headers: Record<string, string>;

beforeAll(async () => {
  scene = await openScene();
  headers = { apikey: scene.backend.keys.secret };
});
afterAll(() => scene.close());

interface Said {
  contentType: string;
  cacheControl?: string;
}

const WAYS: Record<string, (name: string, said: Said) => Promise<number>> = {
  form: async (name, { contentType, cacheControl }) => {
    const field = (disposition: string, body: string, extra = "") =>
      `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n${extra}\r\n${body}\r\n`;
    const control = cacheControl === undefined ? "" : field('name="cacheControl"', cacheControl);
    const file = field('name=""; filename="a"', "abc", `Content-Type: ${contentType}\r\n`);
    return await sentTo(`/object/open/${name}`, {
      headers: { ...headers, "content-type": "multipart/form-data; boundary=XX" },
      body: `${control}${file}--XX--\r\n`,
    });
  },
  resumable: async (name, said) => {
    const metadata = { bucketName: "open", objectName: name, ...said };
    return await sentTo("/upload/resumable", {
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "upload-length": "3",
        "content-type": "application/offset+octet-stream",
        "upload-metadata": Object.entries(metadata)
          .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
          .join(),
      },
      body: "abc",
    });
  },
  copy: async (name, { contentType, cacheControl }) =>
    await sentTo("/object/copy", {
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        bucketId: "open",
        sourceKey: "source.txt",
        destinationKey: name,
        copyMetadata: false,
        metadata: { mimetype: contentType, cacheControl },
      }),
    }),
};

async function sentTo(path: string, init: RequestInit): Promise<number> {
  const response = await fetch(scene.url(path), { method: "POST", ...init });
  const text = await response.text();
  // Storage responds 400 to many errors and puts the specific status into the body.
  return response.status === 400 && text.startsWith("{")
    ? Number(JSON.parse(text).statusCode)
    : response.status;
}

const read = (name: string) => fetch(scene.url(`/object/public/open/${name}`));

async function keptRows(name: string) {
  const { rows } = await scene.database.query("select 1 from storage.objects where name = $1", [
    name,
  ]);
  return rows.length;
}

describe.each(Object.keys(WAYS))("Storage with an upload by %s", (way) => {
  const send = (name: string, said: Said) => WAYS[way]?.(`${way}-${name}`, said);

  beforeAll(async () => {
    await scene.service.storage
      .from("open")
      .upload("source.txt", "abc", { contentType: "text/plain", upsert: true });
  });

  test.each([
    ["text/日本", 415],
    ["text/\u00fc", 415],
  ])(
    "refuses the content type %j, which a download could not send",
    async (contentType, status) => {
      expect(await send("type.txt", { contentType })).toBe(status);
      expect(await keptRows(`${way}-type.txt`)).toBe(0);
    },
  );

  // Skip resumable uploads, which replace each cache control that is not a number of seconds with
  // `no-cache`.
  test.skipIf(way === "resumable").each(["日本", "\u00fc", "a\u0001b"])(
    "refuses an upload with the cache control %j",
    async (cacheControl) => {
      expect(await send("cache.txt", { contentType: "text/plain", cacheControl })).toBe(400);
      expect(await keptRows(`${way}-cache.txt`)).toBe(0);
    },
  );

  test("sets the cache-control header of later downloads", async () => {
    const contentType = "text/plain; charset=utf-8";
    const status = await send("fine.txt", { contentType, cacheControl: "60" });
    expect([200, 201]).toContain(status);
    const response = await read(`${way}-fine.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("60");
    expect(await response.text()).toBe("abc");
  });
});

test.each(["text/plain\nx: y", "text/plain\0"])(
  "refuses a resumable upload with the content type %j",
  async (contentType) => {
    expect(await WAYS.resumable?.("lines.txt", { contentType })).toBe(415);
  },
);

test.each([
  ["an invalid type", { "content-type": "nonsense" }, 415],
  ["an incomplete type", { "content-type": "image/" }, 415],
  ["a cache control with letters outside ASCII", { "cache-control": "max-age=\u00fc" }, 400],
])("refuses a raw upload with %s", async (_what, extra, status) => {
  expect(
    await sentTo("/object/open/raw.txt", {
      headers: { ...headers, "content-type": "text/plain", ...extra },
      body: "abc",
    }),
  ).toBe(status);
  expect(await keptRows("raw.txt")).toBe(0);
});

test("refuses a copy that gives the object a type that the bucket does not allow", async () => {
  const { error } = await scene.service.storage
    .from("loose")
    .upload("a.png", "png", { contentType: "image/png" });
  expect(error).toBeNull();
  const status = await sentTo("/object/copy", {
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      bucketId: "loose",
      sourceKey: "a.png",
      destinationKey: "b.html",
      copyMetadata: false,
      metadata: { mimetype: "text/html" },
    }),
  });
  expect(status).toBe(415);
  expect(await keptRows("b.html")).toBe(0);
});

test("serves a file with default headers if SQL stored invalid headers in its row", async () => {
  await scene.service.storage.from("open").upload("sql.txt", "abc", { contentType: "text/plain" });
  await scene.database.query(
    `update storage.objects set metadata = metadata || $1 where name = 'sql.txt'`,
    [JSON.stringify({ mimetype: "text/日本", cacheControl: "a\nb" })],
  );
  const response = await read("sql.txt");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(response.headers.get("cache-control")).toBe("no-cache");
});
