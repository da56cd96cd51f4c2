import { describe, expect, inject, it } from "vitest";
import { createBrowserStorage } from "./resumable.js";

const PART_BYTES = 6 * 1024 * 1024;

const { url, anonKey, people } = inject("backend");
const [mia, tom] = people;
if (!mia || !tom) throw new Error("the scene has two people");

async function stopWithinSecondPart() {
  let accessToken = mia?.accessToken ?? "";
  const storage = createBrowserStorage({ url, anonKey, getAccessToken: async () => accessToken });
  const documents = storage.from("documents");
  const file = new File([new Uint8Array(13 * 1024 * 1024)], "a.txt", { type: "text/plain" });
  const path = `${mia?.id}/${crypto.randomUUID()}.txt`;
  const controller = new AbortController();
  await documents.upload(path, file, {
    signal: controller.signal,
    onProgress: ({ sentBytes }) => sentBytes > PART_BYTES + 1000 && controller.abort(),
  });
  const notes = Object.entries(localStorage).find(([key]) => key.includes(path))?.[1] ?? "{}";
  const { uploadUrl } = JSON.parse(notes) as { uploadUrl: string };
  const again = async () => {
    const seen = { firstSentBytes: -1, restarts: 0 };
    const { error } = await documents.upload(path, file, {
      onProgress: ({ sentBytes }) => {
        if (seen.firstSentBytes < 0) seen.firstSentBytes = sentBytes;
      },
      onRestart: () => seen.restarts++,
    });
    return { error, ...seen };
  };
  return { uploadUrl, path, documents, again, actAs: (token: string) => (accessToken = token) };
}

describe("a resumable upload", () => {
  it("restarts and calls onRestart when the service no longer has its parts", async () => {
    const { uploadUrl, again } = await stopWithinSecondPart();
    const gone = await fetch(uploadUrl, {
      method: "DELETE",
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${mia.accessToken}`,
        "tus-resumable": "1.0.0",
      },
    });
    expect(gone.status).toBe(204);
    const result = await again();
    expect(result).toMatchObject({ error: null, restarts: 1 });
    expect(result.firstSentBytes).toBeLessThan(PART_BYTES);
  });

  it("keeps its parts when the service refuses another user's token, and resumes with the first user's token", async () => {
    const { again, actAs } = await stopWithinSecondPart();
    actAs(tom.accessToken);
    expect(await again()).toMatchObject({
      error: { kind: "storage", code: "AccessDenied" },
      restarts: 0,
    });
    actAs(mia.accessToken);
    const result = await again();
    expect(result).toMatchObject({ error: null, restarts: 0 });
    expect(result.firstSentBytes).toBeGreaterThanOrEqual(PART_BYTES);
  });

  it("does not continue an upload of another Blob of the same size to the same path", async () => {
    const getAccessToken = async () => mia.accessToken;
    const documents = createBrowserStorage({ url, anonKey, getAccessToken }).from("documents");
    const path = `${mia.id}/${crypto.randomUUID()}.txt`;
    const generated = (fill: number) =>
      new Blob([new Uint8Array(7 * 1024 * 1024).fill(fill)], { type: "text/plain" });
    const controller = new AbortController();
    const first = await documents.upload(path, generated(1), {
      signal: controller.signal,
      onProgress: ({ sentBytes }) => sentBytes > PART_BYTES + 1000 && controller.abort(),
    });
    expect(first.error).toMatchObject({ code: "aborted" });
    const second = await documents.upload(path, generated(2), { upsert: true });
    expect(second.error).toBeNull();
    const { data } = await documents.download(path);
    const stored = new Uint8Array((await data?.arrayBuffer()) ?? []);
    expect([stored.length, stored.every((byte) => byte === 2)]).toEqual([7 * 1024 * 1024, true]);
  });

  it("is used for a buffer over 6 MiB, and returns no id", async () => {
    const getAccessToken = async () => mia.accessToken;
    const documents = createBrowserStorage({ url, anonKey, getAccessToken }).from("documents");
    const sent: number[] = [];
    const { data, error } = await documents.upload(
      `/${mia.id}//${crypto.randomUUID()}.txt`,
      new Uint8Array(7 * 1024 * 1024).buffer,
      { contentType: "text/plain", onProgress: ({ sentBytes }) => sent.push(sentBytes) },
    );
    expect(error).toBeNull();
    expect(data?.id).toBeUndefined();
    expect(data?.path).toMatch(/^[^/]+\/[^/]+$/);
    expect(sent.at(-1)).toBe(7 * 1024 * 1024);
  });

  it("returns the service's error for an existing object, a forbidden type or another user's folder, and replaces an object with `upsert`", async () => {
    const getAccessToken = async () => mia.accessToken;
    const documents = createBrowserStorage({ url, anonKey, getAccessToken }).from("documents");
    const path = `${mia.id}/${crypto.randomUUID()}.txt`;
    const send = (text: string, upsert = false) =>
      documents.upload(path, new Blob([text], { type: "text/plain" }), { resumable: true, upsert });
    expect((await send("first")).error).toBeNull();
    expect((await send("second")).error).toMatchObject({
      kind: "storage",
      code: "KeyAlreadyExists",
      status: 409,
    });
    const image = new Blob(["x"], { type: "image/png" });
    const others = await documents.upload(`${path}.png`, image, { resumable: true });
    expect(others.error).toMatchObject({ kind: "storage", code: "InvalidMimeType" });
    const foreign = `${tom.id}/a.txt`;
    const refused = await documents.upload(foreign, new Blob(["x"]), { resumable: true });
    expect(refused.error).toMatchObject({ kind: "storage", retryable: false });
    expect((await send("third", true)).error).toBeNull();
    expect(await (await documents.download(path)).data?.text()).toBe("third");
  });

  it("returns KeyAlreadyExists when another upload has stored an object at the path in the meantime", async () => {
    const { path, documents, again } = await stopWithinSecondPart();
    const other = new Blob(["other"], { type: "text/plain" });
    expect((await documents.upload(path, other)).error).toBeNull();
    expect((await again()).error).toMatchObject({
      kind: "storage",
      code: "KeyAlreadyExists",
      status: 409,
    });
    expect(await (await documents.download(path)).data?.text()).toBe("other");
  });

  it("returns AccessDenied or EntityTooLarge when the service refuses the upload with a plain-text response", async () => {
    const getAccessToken = async () => tom.accessToken;
    const documents = createBrowserStorage({ url, anonKey, getAccessToken }).from("documents");
    const send = async (folder: string, bytes: number) => {
      const file = new File([new Uint8Array(bytes)], "a.txt", { type: "text/plain" });
      return (await documents.upload(`${folder}/${crypto.randomUUID()}.txt`, file)).error;
    };
    expect(await send(mia.id, 7 * 1024 * 1024)).toMatchObject({
      kind: "storage",
      code: "AccessDenied",
      status: 403,
    });
    expect(await send(tom.id, 21 * 1024 * 1024)).toMatchObject({
      kind: "storage",
      code: "EntityTooLarge",
      status: 413,
    });
  });
});
