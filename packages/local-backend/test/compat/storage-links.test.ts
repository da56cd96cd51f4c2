import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { MIA } from "./storage-people.ts";
import { documents, openScene, PDF, refusal, type Scene, TEXT } from "./storage-scene.ts";

const path = `${MIA}/linked.txt`;
let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  await documents(scene.mia).upload(path, "linked", TEXT);
});

afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => scene.close());

const nowSeconds = () => Math.floor(Date.now() / 1000);
/**
 * Sets the clock of the test and of the backend, which runs in the same process. Timers use real
 * time.
 */
const setClock = (seconds: number) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(seconds * 1000);
};

test("creates a relative download link whose token has the claims url, scope and expiry", async () => {
  const response = await fetch(scene.url(`/object/sign/documents/${path}`), {
    method: "POST",
    headers: { apikey: scene.backend.keys.secret, "content-type": "application/json" },
    body: JSON.stringify({ expiresIn: 60 }),
  });
  const { signedURL } = (await response.json()) as { signedURL: string };
  expect(signedURL).toMatch(new RegExp(`^/object/sign/documents/${path}\\?token=`));
  const token = new URL(signedURL, "http://x").searchParams.get("token") ?? "";
  const { exp, iat, ...claims } = decodeJwt(token);
  expect(claims).toEqual({
    url: `documents/${path}`,
    scope: "download",
    aud: expect.any(String),
  });
  expect((exp ?? 0) - (iat ?? 0)).toBe(60);
});

test("creates an upload link that expires after two hours, with the claims url, scope, owner and upsert", async () => {
  const { data } = await documents(scene.mia).createSignedUploadUrl(`${MIA}/up.txt`, {
    upsert: true,
  });
  const { exp, iat, ...claims } = decodeJwt(data?.token ?? "");
  expect(claims).toEqual({
    url: `documents/${MIA}/up.txt`,
    scope: "upload",
    owner: MIA,
    upsert: true,
    aud: expect.any(String),
  });
  expect((exp ?? 0) - (iat ?? 0)).toBe(2 * 60 * 60);
  const byService = await documents(scene.service).createSignedUploadUrl(`${MIA}/up.txt`);
  expect(decodeJwt(byService.data?.token ?? "")).toMatchObject({ owner: null, upsert: false });
});

test("refuses a download link after its expiry", async () => {
  const { data } = await documents(scene.mia).createSignedUrl(path, 60);
  const { exp = 0 } = decodeJwt(new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "");
  setClock(exp - 1);
  const inTime = await fetch(data?.signedUrl ?? "");
  expect(inTime.status).toBe(200);
  expect(inTime.headers.get("expires")).toBe(new Date(exp * 1000).toUTCString());
  expect(inTime.headers.get("cache-control")).toBeNull();
  setClock(exp + 1);
  const late = await fetch(data?.signedUrl ?? "");
  expect(late.status).toBe(400);
  expect(await late.json()).toEqual({
    statusCode: "400",
    error: "InvalidJWT",
    message: '"exp" claim timestamp check failed',
    code: "InvalidJWT",
  });
});

test("refuses an upload link after two hours, for a PUT and for a resumable upload", async () => {
  const name = `${MIA}/late.pdf`;
  const { data } = await documents(scene.mia).createSignedUploadUrl(name);
  const put = () =>
    documents(scene.anonymous).uploadToSignedUrl(name, data?.token ?? "", "x", { ...PDF });
  const inParts = () =>
    fetch(scene.url("/upload/resumable/sign"), {
      method: "POST",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-metadata": Object.entries({
          bucketName: "documents",
          objectName: name,
          contentType: PDF.contentType,
        })
          .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
          .join(),
        "x-signature": data?.token ?? "",
      },
    });
  const end = nowSeconds() + 2 * 60 * 60;
  setClock(end + 5);
  expect((await put()).error).toEqual(refusal("400", "InvalidJWT"));
  expect((await inParts()).status).toBe(400);
  setClock(end - 5);
  expect((await inParts()).status).toBe(201);
  expect((await put()).error).toBeNull();
});

test("refuses an upload link for a download, a download link for an upload, and an API key instead of a link's token", async () => {
  const name = `${MIA}/links.pdf`;
  const upload = await documents(scene.mia).createSignedUploadUrl(path, { upsert: true });
  const download = await documents(scene.mia).createSignedUrl(path, 60);
  const downloadToken = new URL(download.data?.signedUrl ?? "").searchParams.get("token") ?? "";
  const uploadToken = upload.data?.token ?? "";
  for (const token of [uploadToken, scene.backend.keys.serviceRole, scene.backend.keys.secret]) {
    const opened = await fetch(scene.url(`/object/sign/documents/${path}?token=${token}`));
    expect(await opened.json()).toMatchObject({
      code: token === scene.backend.keys.secret ? "InvalidJWT" : "InvalidSignature",
    });
  }
  for (const token of [downloadToken, scene.backend.keys.serviceRole, scene.backend.keys.secret]) {
    const put = await documents(scene.anonymous).uploadToSignedUrl(path, token, "forged", TEXT);
    const code = token === scene.backend.keys.secret ? "InvalidJWT" : "InvalidSignature";
    expect(put.error).toEqual(refusal("400", code));
  }
  const elsewhere = await documents(scene.anonymous).uploadToSignedUrl(name, uploadToken, "x", PDF);
  expect(elsewhere.error).toEqual(refusal("400", "InvalidSignature"));
  const none = await fetch(scene.url(`/object/sign/documents/${path}`));
  expect(await none.json()).toMatchObject({ code: "InvalidRequest" });
  expect(await (await documents(scene.mia).download(path)).data?.text()).toBe("linked");
});

test("makes the creator of an upload link the owner of the file", async () => {
  const name = `${MIA}/owned.pdf`;
  const { data } = await documents(scene.mia).createSignedUploadUrl(name);
  await documents(scene.tom).uploadToSignedUrl(name, data?.token ?? "", "x", PDF);
  const { rows } = await scene.database.query(
    "select owner_id, owner::text from storage.objects where name = $1",
    [name],
  );
  expect(rows).toEqual([{ owner_id: MIA, owner: MIA }]);
});

test("returns not found for a link to a deleted object", async () => {
  const name = `${MIA}/gone.txt`;
  await documents(scene.mia).upload(name, "x", TEXT);
  const { data } = await documents(scene.mia).createSignedUrl(name, 60);
  await documents(scene.mia).remove([name]);
  const response = await fetch(data?.signedUrl ?? "");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: "404", code: "NoSuchKey" });
});
