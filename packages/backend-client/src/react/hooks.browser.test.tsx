import { afterEach, describe, expect, inject, it } from "vitest";
import { render } from "../../test/support/render.js";
import { type BrowserBackend, createBrowserBackend } from "../browser/browser-backend.js";
import { defineBackend } from "../config/define-backend.js";
import type { PublicSession, SessionAnswer } from "../session/session.js";
import { BackendProvider, useBackend } from "./provider.js";
import { type ChannelHandle, useChannel } from "./use-channel.js";
import { useSession } from "./use-session.js";
import { type UploadHandle, useUpload } from "./use-upload.js";

const { url, anonKey, people } = inject("backend");
const [mia, tom] = people;
if (!mia || !tom) throw new Error("the scene has two people");

type Person = typeof mia;

function shown(person: Person): Extract<PublicSession, { status: "authenticated" }> {
  return {
    status: "authenticated",
    claims: {
      sub: person.id,
      role: "authenticated",
      aud: "authenticated",
      iss: `${url}/auth/v1`,
      exp: 0,
      session_id: `session-of-${person.id}`,
      aal: "aal1",
    },
    expiresInSeconds: 3600,
    event: { count: 1, name: "SIGNED_IN" },
  };
}

function createTab(person: Person) {
  let answer: SessionAnswer = { ...shown(person), accessToken: person.accessToken };
  const paths: string[] = [];
  const client = createBrowserBackend(defineBackend({ url, anonKey }), {
    initialSession: shown(person),
    environment: {
      async fetch(input, init) {
        if (!String(input).startsWith("/auth/")) return fetch(input, init);
        paths.push(String(input));
        if (String(input) === "/auth/sign-out") answer = { status: "unauthenticated" };
        return Response.json(answer);
      },
    },
  });
  return { client, paths };
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function Probe({ run }: { run: () => void }) {
  run();
  return null;
}

function show<T>(client: BrowserBackend, person: Person, use: () => T) {
  const renders: T[] = [];
  let gone = 0;
  const ui = () => (
    <BackendProvider
      client={client}
      config={{ url, anonKey }}
      initialSession={shown(person)}
      onUserGone={() => gone++}
    >
      <Probe run={() => renders.push(use())} />
    </BackendProvider>
  );
  const { unmount, rerender } = render(ui());
  cleanups.push(unmount);
  const latest = (): T => {
    const last = renders.at(-1);
    if (last === undefined) throw new Error("nothing was rendered");
    return last;
  };
  return { renders, latest, unmount, rerender: () => rerender(ui()), gone: () => gone };
}

describe("useSession", () => {
  it("returns the server's session from the first render on, without a request", async () => {
    const { client, paths } = createTab(mia);
    const { renders } = show(client, mia, useSession);
    expect(new Set(renders.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
    expect(paths).toEqual([]);
  });

  it("returns `unauthenticated` after a sign-out, and the provider calls onUserGone once", async () => {
    const { client } = createTab(mia);
    const { latest, gone } = show(client, mia, useSession);
    await client.session.signOut();
    await expect.poll(latest).toEqual({ status: "unauthenticated" });
    expect(gone()).toBe(1);
  });

  it("exposes no token in its result, web storage, document.cookie or the HTML", async () => {
    const { client } = createTab(mia);
    const { latest } = show(client, mia, useSession);
    expect(await client.session.getAccessToken()).toBe(mia.accessToken);
    const kept = JSON.stringify([latest(), { ...localStorage }, { ...sessionStorage }]);
    expect(kept + document.cookie + document.documentElement.outerHTML).not.toContain(
      mia.accessToken,
    );
  });
});

describe("useBackend", () => {
  it("queries as the signed-in user", async () => {
    const { client } = createTab(mia);
    const { latest } = show(client, mia, useBackend);
    expect(await latest().db.rpc("whoami")).toMatchObject({ data: "authenticated", error: null });
    expect(await latest().anonymous.db.rpc("whoami")).toMatchObject({ data: "anon" });
  });
});

describe("useUpload", () => {
  function showUpload(person: Person) {
    const { client } = createTab(person);
    return { client, ...show<UploadHandle>(client, person, useUpload) };
  }

  it("reports progress that never decreases, and 1 once the service has stored the file", async () => {
    const { client, renders, latest } = showUpload(mia);
    const file = new File([new Uint8Array(3_000_000)], "big.txt", { type: "text/plain" });
    const path = `${mia.id}/plain-${crypto.randomUUID()}.txt`;
    const result = await latest().start(file, { bucket: "documents", path });
    expect(result.error).toBeNull();
    await expect.poll(latest).toMatchObject({ state: "done", progress: 1, error: null });
    const seen = renders.map(({ progress }) => progress);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(renders.map(({ state }) => state)).toContain("uploading");
    const { data } = await client.storage.from("documents").info(path);
    expect(data?.size).toBe(file.size);
  });

  it("sends a file over 6 MiB in resumable parts", async () => {
    const { client, latest } = showUpload(mia);
    const bytes = new Uint8Array(7 * 1024 * 1024).map((_, at) => at % 251);
    const file = new File([bytes], "huge.txt", { type: "text/plain" });
    const path = `${mia.id}/huge-${crypto.randomUUID()}.txt`;
    const result = await latest().start(file, { bucket: "documents", path });
    expect(result).toEqual({ data: { path, fullPath: `documents/${path}` }, error: null });
    const { data } = await client.storage.from("documents").download(path);
    expect(
      new Uint8Array((await data?.arrayBuffer()) ?? []).every((byte, at) => byte === at % 251),
    ).toBe(true);
    // Other test files write to the same localStorage, so check only the path of this upload.
    expect(Object.keys(localStorage).filter((key) => key.includes(path))).toEqual([]);
  });

  it("aborts the upload when the caller cancels or the component unmounts", async () => {
    const { latest, unmount } = showUpload(mia);
    const file = new File([new Uint8Array(5_000_000)], "c.txt", { type: "text/plain" });
    const start = () =>
      latest().start(file, { bucket: "documents", path: `${mia.id}/${crypto.randomUUID()}.txt` });
    const cancelled = start();
    latest().cancel();
    expect((await cancelled).error).toMatchObject({ code: "aborted" });
    await expect.poll(latest).toMatchObject({ state: "cancelled", progress: 0 });
    const left = start();
    unmount();
    expect((await left).error).toMatchObject({ code: "aborted" });
  });

  it("returns the error when the service refuses the file", async () => {
    const { latest } = showUpload(mia);
    const file = new File(["x"], "a.txt", { type: "text/plain" });
    const path = `${tom.id}/not-mine.txt`;
    await latest().start(file, { bucket: "documents", path });
    await expect.poll(latest).toMatchObject({ state: "failed", error: { code: "AccessDenied" } });
  });

  it("returns session_missing after a sign-out, instead of using the previous token", async () => {
    const { client, latest } = showUpload(mia);
    await client.session.signOut();
    const file = new File(["x"], "a.txt", { type: "text/plain" });
    const { error } = await latest().start(file, { bucket: "documents", path: "x.txt" });
    expect(error).toMatchObject({ kind: "auth", code: "session_missing" });
  });
});

describe("an upload of the browser client to Storage", () => {
  it.each([
    ["in one request", false],
    ["in parts", true],
  ])("reports the number of sent bytes until all are sent (%s)", async (_, resumable) => {
    const { client } = createTab(mia);
    const file = new File([new Uint8Array(1_000_000)], "p.txt", { type: "text/plain" });
    const sent: number[] = [];
    const { error } = await client.storage
      .from("documents")
      .upload(`${mia.id}/${crypto.randomUUID()}.txt`, file, {
        resumable,
        onProgress({ sentBytes, totalBytes }) {
          expect(totalBytes).toBe(file.size);
          sent.push(sentBytes);
        },
      });
    expect(error).toBeNull();
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.at(-1)).toBe(file.size);
  });

  it("resumes after the last stored part when the caller repeats it after an abort", async () => {
    const { client } = createTab(mia);
    const file = new File([new Uint8Array(13 * 1024 * 1024)], "long.txt", { type: "text/plain" });
    const path = `${mia.id}/long-${crypto.randomUUID()}.txt`;
    const controller = new AbortController();
    const first = await client.storage.from("documents").upload(path, file, {
      signal: controller.signal,
      onProgress: ({ sentBytes }) => sentBytes > 7 * 1024 * 1024 && controller.abort(),
    });
    expect(first.error).toMatchObject({ kind: "network", code: "aborted" });
    const sent: number[] = [];
    const second = await client.storage.from("documents").upload(path, file, {
      onProgress: ({ sentBytes }) => sent.push(sentBytes),
    });
    expect(second.error).toBeNull();
    expect(sent[0]).toBeGreaterThanOrEqual(6 * 1024 * 1024);
  });
});

describe("useChannel", () => {
  it("delivers each message once under Strict Mode, to the newest callback", async () => {
    const received: string[] = [];
    let tag = "old";
    const { client } = createTab(mia);
    const { latest, rerender } = show<ChannelHandle>(client, mia, () => {
      const mine = tag;
      return useChannel({
        topic: "room",
        onBroadcast: ({ event }) => received.push(`${mine} ${event}`),
      });
    });
    await expect.poll(() => latest().status).toBe("joined");
    tag = "new";
    rerender();
    const speaker = createTab(tom).client.realtime.subscribe({ topic: "room" });
    cleanups.push(speaker.unsubscribe);
    await expect.poll(async () => (await speaker.send("changed", {})).error).toBeNull();
    await expect.poll(() => received.length).toBe(1);
    expect(received).toEqual(["new changed"]);
  });

  it("has the status `joining` while `enabled` is false, and `joined` again afterwards", async () => {
    let enabled = true;
    const { client } = createTab(mia);
    const { latest, rerender, renders } = show<ChannelHandle>(client, mia, () =>
      useChannel({ topic: "room", enabled }),
    );
    await expect.poll(() => latest().status).toBe("joined");
    enabled = false;
    const before = renders.length;
    rerender();
    expect(new Set(renders.slice(before).map(({ status }) => status))).toEqual(
      new Set(["joining"]),
    );
    enabled = true;
    rerender();
    await expect.poll(() => latest().status).toBe("joined");
  });

  it("has the status `refused` when the policies forbid the channel", async () => {
    const { client } = createTab(tom);
    const { latest } = show<ChannelHandle>(client, tom, () =>
      useChannel({ topic: `user:${mia.id}` }),
    );
    await expect.poll(() => latest().status).toBe("refused");
    expect(latest().error).toMatchObject({ kind: "realtime", code: "unauthorized" });
  });
});
