import { describe, expect, it } from "vitest";
import { createStorageClient } from "../../src/storage/storage-client.js";
import type { Scene } from "./scene.js";

const pdf = () => new Blob(["%PDF-1.4 …"], { type: "application/pdf" });

export function describeStorage(scene: () => Scene): void {
  describe("the storage client", () => {
    it("uploads, lists, downloads and removes a file as the user", async () => {
      const { mia } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const path = `${mia.id}/tax/Return 2025.pdf`;
      const stored = await documents.upload(path, pdf(), { metadata: { name: "Müller.pdf" } });
      expect(stored.data).toMatchObject({ path, fullPath: `documents/${path}` });
      expect(await (await documents.download(path)).data?.text()).toBe("%PDF-1.4 …");
      expect((await documents.info(path)).data).toMatchObject({
        content_type: "application/pdf",
        size: (await pdf().arrayBuffer()).byteLength,
        metadata: { name: "Müller.pdf" },
      });
      const listed = await documents.listAll(`${mia.id}/tax`);
      expect(listed.data?.map(({ name }) => name)).toEqual(["Return 2025.pdf"]);
      const removed = await documents.remove([path, `${mia.id}/none`]);
      expect(removed.data?.map(({ name }) => name)).toEqual([path]);
      expect((await documents.download(path)).error).toMatchObject({ code: "NoSuchKey" });
    });

    it("refuses another user's folder, a repeated path without `upsert`, a forbidden type and a large file", async () => {
      const { mia, tom } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const codeOf = async (path: string, body: Blob, upsert = false) =>
        (await documents.upload(path, body, { upsert })).error?.code;
      expect(await codeOf(`${tom.id}/a.pdf`, pdf())).toBe("AccessDenied");
      expect(await codeOf(`${mia.id}/once.pdf`, pdf())).toBeUndefined();
      expect(await codeOf(`${mia.id}/once.pdf`, pdf())).toBe("KeyAlreadyExists");
      expect(await codeOf(`${mia.id}/once.pdf`, pdf(), true)).toBeUndefined();
      const image = new Blob(["x"], { type: "image/png" });
      expect(await codeOf(`${mia.id}/b.png`, image)).toBe("InvalidMimeType");
      const huge = new Blob([new Uint8Array(21 * 1024 * 1024)], { type: "text/plain" });
      expect(await codeOf(`${mia.id}/c.txt`, huge)).toBe("EntityTooLarge");
    });

    it("signs a URL only for a user who may read the file, and the URL works without an access token", async () => {
      const { mia, tom } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const path = `${mia.id}/signed file.txt`;
      await documents.upload(path, new Blob(["hello"], { type: "text/plain" }));
      const { data } = await documents.signedUrl(path, 60, { download: "A & Ö.txt" });
      const response = await fetch(data?.signedUrl ?? "");
      expect(await response.text()).toBe("hello");
      expect(response.headers.get("content-disposition")).toContain("attachment");
      expect((await documents.signedUrl(path, 60, { download: "A & Ö.txt" })).data).toEqual(data);
      const stranger = createStorageClient(tom.options).from("documents");
      expect((await stranger.createSignedUrl(path, 60)).error).toMatchObject({ kind: "storage" });
      expect((await stranger.download(path)).error).toMatchObject({ code: "NoSuchKey" });
    });

    it("signs several URLs, and returns an error for each object that the user may not see", async () => {
      const { mia, tom } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const path = `${mia.id}/batch one.txt`;
      await documents.upload(path, "hello", { contentType: "text/plain" });
      const { data } = await documents.createSignedUrls([path, `${tom.id}/none.txt`], 60);
      expect(data?.map(({ error }) => error?.code)).toEqual([undefined, "NoSuchKey"]);
      expect(await (await fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("hello");
    });

    it("accepts one file through an upload link, without a session and only at the path of the link", async () => {
      const { mia, tom } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const path = `${mia.id}/through a link.txt`;
      const { data: link } = await documents.createSignedUploadUrl(path);
      const { getAccessToken: _, ...anonymous } = mia.options;
      const visitor = createStorageClient(anonymous).from("documents");
      const text = { contentType: "text/plain" };
      const send = (at: string) => visitor.uploadToSignedUrl(at, link?.token ?? "", "hello", text);
      expect((await send(`${tom.id}/other.txt`)).error).toMatchObject({ code: "InvalidSignature" });
      expect((await send(path)).data).toMatchObject({ path, fullPath: `documents/${path}` });
      expect((await send(path)).error?.code).toBe("KeyAlreadyExists");
      expect(await (await documents.download(path)).data?.text()).toBe("hello");
      expect((await documents.createSignedUploadUrl(path)).error?.code).toBe("KeyAlreadyExists");
      const stranger = await documents.createSignedUploadUrl(`${tom.id}/b.txt`);
      expect(stranger.error).toMatchObject({ code: "AccessDenied" });
    });

    it("updates a file and reports whether it exists, but only for its owner", async () => {
      const { mia, tom } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const path = `${mia.id}/updated.txt`;
      const text = { contentType: "text/plain" };
      expect((await documents.exists(path)).data).toBe(false);
      await documents.upload(path, "one", text);
      expect((await documents.update(path, "two", text)).data).toMatchObject({ path });
      expect(await (await documents.download(path)).data?.text()).toBe("two");
      expect((await documents.exists(path)).data).toBe(true);
      const stranger = createStorageClient(tom.options).from("documents");
      expect((await stranger.exists(path)).data).toBe(false);
      expect((await stranger.update(path, "three", text)).error).toMatchObject({
        code: "AccessDenied",
      });
    });

    it("moves and copies a file, but not onto an existing file", async () => {
      const { mia } = scene();
      const documents = createStorageClient(mia.options).from("documents");
      const at = (name: string) => `${mia.id}/move/${name}.txt`;
      await documents.upload(at("a"), "text", { contentType: "text/plain" });
      expect((await documents.copy(at("a"), at("b"))).error).toBeNull();
      expect((await documents.copy(at("a"), at("b"))).error?.code).toBe("KeyAlreadyExists");
      expect((await documents.move(at("a"), at("b"))).error?.code).toBe("ResourceAlreadyExists");
      expect((await documents.move(at("a"), at("c"))).error).toBeNull();
      const { data } = await documents.list(`${mia.id}/move`);
      expect(data?.map(({ name }) => name)).toEqual(["b.txt", "c.txt"]);
    });
  });
}
