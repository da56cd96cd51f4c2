import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { documents, openScene, refusal, type Scene, signLink, TEXT } from "./storage-scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene.close());

describe("Storage with signed links", () => {
  const path = `${MIA}/signed file.txt`;

  beforeAll(async () => {
    await documents(scene.mia).upload(path, "signed", TEXT);
  });

  test("gives everyone with a signed link access to the object", async () => {
    const { data } = await documents(scene.mia).createSignedUrl(path, 60, { download: "s.txt" });
    const response = await fetch(data?.signedUrl ?? "");
    expect(await response.text()).toBe("signed");
    expect(response.headers.get("content-disposition")).toContain("filename=s.txt;");
  });

  test("refuses to sign a link whose expiry is too large to represent exactly", async () => {
    for (const lifetime of [1e15, Number.MAX_SAFE_INTEGER]) {
      const { error } = await documents(scene.mia).createSignedUrl(path, lifetime);
      expect(error).toEqual(refusal("400", "InvalidParameter"));
    }
    expect((await documents(scene.mia).createSignedUrl(path, 1e12)).error).toBeNull();
  });

  test("returns the original file for a link with a transformation", async () => {
    const { data, error } = await documents(scene.mia).createSignedUrl(path, 60, {
      transform: { width: 10, height: 10 },
    });
    expect(error).toBeNull();
    expect(await (await fetch(data?.signedUrl ?? "")).text()).toBe("signed");
    const odd = await documents(scene.mia).createSignedUrl(path, 60, { transform: { width: -1 } });
    expect(odd.error).toEqual(refusal("400", "InvalidRequest"));
  });

  test("refuses to sign a link for a user who may not read the object", async () => {
    for (const client of [scene.tom, scene.anonymous]) {
      const { error } = await documents(client).createSignedUrl(path, 60);
      expect(error).toEqual(refusal("404", "NoSuchKey"));
    }
  });

  test("returns a link or an error for each object when one call signs several links", async () => {
    const { data } = await documents(scene.mia).createSignedUrls([path, `${MIA}/none.txt`], 60);
    expect(data).toMatchObject([
      { path, error: null, signedUrl: expect.stringContaining("token=") },
      { path: `${MIA}/none.txt`, error: expect.any(String), signedUrl: null },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("signed");
  });

  test("accepts a link only for its own object and purpose", async () => {
    await documents(scene.mia).upload(`${MIA}/other.txt`, "other", TEXT);
    const { data } = await documents(scene.mia).createSignedUrl(path, 60);
    const token = new URL(data?.signedUrl ?? "").searchParams.get("token");
    const open = async (name: string, candidate: string | null) => {
      const url = scene.url(`/object/sign/documents/${name}?token=${candidate}`);
      return await (await fetch(url)).json();
    };
    expect(await open(`${MIA}/other.txt`, token)).toMatchObject({ code: "InvalidSignature" });
    expect(await open(path, `${token}x`)).toMatchObject({ statusCode: "400", code: "InvalidJWT" });
    expect(await open(path, scene.backend.keys.serviceRole)).toMatchObject({
      code: "InvalidSignature",
    });
    const url = `documents/${path}`;
    const late = await signLink(scene.backend, "storage-download", { url }, -1);
    expect(await open(path, late)).toMatchObject({ code: "InvalidJWT" });
    const scope = "upload";
    const upload = await signLink(scene.backend, "storage-upload", { url, scope }, 60);
    expect(await open(path, upload)).toMatchObject({
      code: "InvalidSignature",
      message: "Token is not scoped for download",
    });
  });

  test("accepts a link that is signed with the project's JWT secret, but only for a download of its object", async () => {
    const file = JSON.parse(readFileSync(join(scene.backend.dataDir, "keys.json"), "utf8"));
    const sign = (claims: JWTPayload) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime("1 minute")
        .sign(Buffer.from(file.apiSecret, "base64url"));
    const url = `documents/${path}`;
    const open = async (claims: JWTPayload) =>
      await fetch(scene.url(`/object/sign/${url}?token=${await sign(claims)}`));
    expect(await (await open({ url })).text()).toBe("signed");
    for (const claims of [{}, { url: "documents/else.txt" }, { url, scope: "upload" }]) {
      expect(await (await open(claims)).json()).toMatchObject({ code: "InvalidSignature" });
    }
    // Older versions signed upload links without a scope. A token without a scope must not allow a
    // download.
    expect(await (await open({ url, upsert: false })).json()).toMatchObject({
      code: "InvalidSignature",
    });
  });

  test("passes different operations to policies for signing a link and for reading an object", async () => {
    await scene.database.query(`
      create policy "mia's shared file is read, never signed" on storage.objects for select
        to authenticated using (bucket_id = 'documents' and name = '${MIA}/other.txt'
          and storage.operation() not in ('storage.object.sign', 'storage.object.sign_many'));
    `);
    expect((await documents(scene.tom).download(`${MIA}/other.txt`)).error).toBeNull();
    const one = await documents(scene.tom).createSignedUrl(`${MIA}/other.txt`, 60);
    expect(one.error).toEqual(refusal("404", "NoSuchKey"));
    const many = await documents(scene.tom).createSignedUrls([`${MIA}/other.txt`], 60);
    expect(many.data?.[0]?.error).not.toBeNull();
  });
});
