import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { failureOf } from "@/features/files/upload/failure";
import { createUploadQueue, type NewUploads } from "@/features/files/upload/queue";

const fileOf = (name: string) => new File(["x"], name);
const turn = async () => {
  for (let each = 0; each < 20; each += 1) await Promise.resolve();
};

type Faults = { begin: unknown[]; finish: unknown[] };

function open() {
  const page = {
    isOnline: true,
    isGuarded: false,
    back: [] as (() => void)[],
    waits: [] as number[],
  };
  const faults: Faults = { begin: [], finish: [] };
  const fail = (step: keyof Faults) => {
    const error = faults[step].shift();
    if (error) throw error;
  };
  const storing = new Map<string, { end: (error?: unknown) => void; share: (n: number) => void }>();
  const started: string[] = [];
  const unsure: string[][] = [];
  const stored: string[] = [];
  const removed: string[] = [];
  const queue = createUploadQueue(
    {
      begin: async ({ file, fileId, taken }) => {
        started.push(file.name);
        if (taken) unsure.push([...taken]);
        fail("begin");
        return { fileId: fileId ?? `id of ${file.name}`, path: file.name, bucket: "documents" };
      },
      store: (_place, { file, signal, onShare }) =>
        new Promise((resolve, reject) => {
          stored.push(file.name);
          signal.addEventListener("abort", () => reject(signal.reason));
          const end = (error?: unknown) => (error ? reject(error) : resolve());
          storing.set(file.name, { end, share: onShare });
        }),
      finish: async () => fail("finish"),
      remove: async (id) => void removed.push(id),
      judge: async (error, isOnline) => failureOf(error, isOnline),
    },
    {
      isOnline: () => page.isOnline,
      isReachable: async () => page.isOnline,
      whenBack: (callback, wait) => {
        page.back.push(callback);
        page.waits.push(wait);
        return () => page.back.splice(page.back.indexOf(callback), 1);
      },
      guard: (isOn) => {
        page.isGuarded = isOn;
      },
    },
  );
  const add = (itemId: string, names: string[], more: Partial<NewUploads> = {}) =>
    queue.add({
      itemId,
      files: names.map(fileOf),
      accept: [],
      listed: [],
      room: { max: 20, remaining: 20 },
      href: `/${itemId}`,
      ...more,
    });
  const states = (itemId: string) =>
    queue.entries(itemId).map(({ name, state }) => `${name} ${state}`);
  const comeBack = async () => {
    for (const callback of page.back.splice(0)) callback();
    await turn();
  };
  const end = async (name: string, error?: unknown) => {
    storing.get(name)?.end(error);
    await turn();
  };
  return {
    queue,
    page,
    faults,
    started,
    unsure,
    stored,
    removed,
    storing,
    add,
    states,
    comeBack,
    end,
  };
}

const outage = (status: number) =>
  new BackendError({ kind: "database", code: "unknown", status, message: "x" });

const names = ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"];

// S-1.6
test("the upload queue uploads waiting files after the user leaves the page, and shows their progress when the user returns", async () => {
  const { queue, page, storing, started, add, states } = open();
  add("one", names);
  await turn();
  expect(started).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
  expect(page.isGuarded).toBe(true);
  queue.leave("one");
  storing.get("a.pdf")?.end();
  await turn();
  storing.get("b.pdf")?.share(0.4);
  expect(started).toEqual(["a.pdf", "b.pdf", "c.pdf", "d.pdf"]);
  expect(states("one")).toEqual([
    "a.pdf done",
    "b.pdf sending",
    "c.pdf sending",
    "d.pdf sending",
    "e.pdf waiting",
  ]);
  expect(queue.entries("one")[1]?.share).toBe(0.4);
  for (const name of names) {
    storing.get(name)?.end();
    await turn();
  }
  expect(started).toEqual(names);
  expect(page.isGuarded).toBe(false);
  queue.leave("one");
  expect(queue.items()).toEqual([]);
});

test("the upload queue uploads at most three files at once, across all items", async () => {
  const { started, storing, add, states } = open();
  add("one", ["a.pdf", "b.pdf"]);
  add("two", ["c.pdf", "d.pdf"]);
  await turn();
  expect(started).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
  expect(states("two")).toEqual(["c.pdf sending", "d.pdf waiting"]);
  storing.get("a.pdf")?.end();
  await turn();
  expect(started).toHaveLength(4);
});

test("the upload queue pauses uploads without a network, and continues each upload once when the network is back", async () => {
  const { page, started, storing, add, states } = open();
  add("one", names.slice(0, 2));
  await turn();
  page.isOnline = false;
  storing.get("a.pdf")?.end(new Error("cut"));
  storing.get("b.pdf")?.end(new Error("cut"));
  await turn();
  expect(states("one")).toEqual(["a.pdf paused", "b.pdf paused"]);
  expect(page.isGuarded).toBe(true);
  page.isOnline = true;
  expect(page.back).toHaveLength(1);
  page.back[0]?.();
  await turn();
  storing.get("a.pdf")?.end();
  storing.get("b.pdf")?.end();
  await turn();
  expect(states("one")).toEqual(["a.pdf done", "b.pdf done"]);
  expect(started).toEqual(["a.pdf", "b.pdf"]);
});

test("the upload queue removes a canceled upload from the draft and starts the next upload", async () => {
  const { queue, started, removed, add, states } = open();
  add("one", names.slice(0, 4));
  await turn();
  queue.cancel(queue.entries("one")[0]?.key ?? "");
  await turn();
  expect(removed).toEqual(["id of a.pdf"]);
  expect(started).toHaveLength(4);
  expect(states("one")).toEqual(["b.pdf sending", "c.pdf sending", "d.pdf sending"]);
});

test("the upload queue removes an upload that the user cancels while the queue examines its failure", async () => {
  const { queue, removed, storing, add, states } = open();
  add("one", ["a.pdf"]);
  await turn();
  storing.get("a.pdf")?.end(outage(503));
  await Promise.resolve();
  expect(states("one")).toEqual(["a.pdf sending"]);
  queue.cancel(queue.entries("one")[0]?.key ?? "");
  await turn();
  expect(states("one")).toEqual([]);
  expect(removed).toEqual(["id of a.pdf"]);
});

test("the upload queue removes an item's refused uploads when the user leaves the item's page, and keeps uploads that are refused later", async () => {
  const { queue, storing, removed, add, states } = open();
  add("one", ["a.pdf", "b.exe"]);
  await turn();
  expect(states("one")).toEqual(["a.pdf sending", "b.exe refused"]);
  queue.leave("one");
  const closed = new BackendError({
    kind: "database",
    code: "unknown",
    upstreamCode: "item_closed",
    message: "item_closed",
    status: 409,
    retryable: false,
  });
  storing.get("a.pdf")?.end(closed);
  await turn();
  expect(removed).toEqual(["id of a.pdf"]);
  expect(queue.entries("one")).toMatchObject([
    {
      name: "a.pdf",
      state: "refused",
      message:
        "Someone already answered this item, or the firm no longer needs it. Reload the page.",
    },
  ]);
});

test("the upload queue refuses the files above the item's file limit and accepts the other files", async () => {
  const { queue, started, add, states } = open();
  add("one", ["a.pdf", "b.pdf"], { room: { max: 1, remaining: 1 } });
  await turn();
  expect(started).toEqual(["a.pdf"]);
  expect(states("one")).toEqual(["a.pdf sending", "b.pdf refused"]);
  expect(queue.entries("one")[1]?.message).toBe(
    "This item can have at most 1 file. Remove one to add another.",
  );
});

// S-8.41
test("an upload pauses when the service fails at any step, and does not send the file's bytes again once they are stored", async () => {
  const { queue, faults, started, unsure, stored, removed, add, states, comeBack, end } = open();
  const expectPause = () =>
    expect(queue.entries("one")).toMatchObject([
      {
        state: "paused",
        message: "Upload paused. Keep this page open. We’ll keep trying.",
      },
    ]);
  faults.begin.push(outage(504));
  add("one", ["a.pdf"]);
  await turn();
  expectPause();
  await comeBack();
  await end("a.pdf", outage(500));
  expectPause();
  await comeBack();
  faults.finish.push(outage(502), outage(503));
  await end("a.pdf");
  expectPause();
  await comeBack();
  expectPause();
  await comeBack();
  expect(states("one")).toEqual(["a.pdf done"]);
  expect(started).toEqual(["a.pdf", "a.pdf"]);
  expect(unsure).toEqual([[]]);
  expect(stored).toEqual(["a.pdf", "a.pdf"]);
  expect(removed).toEqual([]);
});

test("after the user cancels an upload that the database may have recorded, the upload queue reports that the list of files changed", async () => {
  const { queue, faults, removed, add, states } = open();
  const arrived = vi.fn();
  queue.onArrival(arrived);
  faults.begin.push(outage(504));
  add("one", ["a.pdf"]);
  await turn();
  const [entry] = queue.entries("one");
  queue.cancel(entry?.key ?? "");
  await turn();
  expect(states("one")).toEqual([]);
  expect(removed).toEqual([]);
  expect(arrived).toHaveBeenCalledOnce();
});

test("the upload queue doubles the pause between attempts to upload a file, up to one minute, and resets the pause after a success", async () => {
  const { page, faults, add, states, comeBack, end } = open();
  add("one", ["a.pdf"]);
  await turn();
  for (let tries = 0; tries < 7; tries += 1) {
    await end("a.pdf", outage(503));
    await comeBack();
  }
  expect(page.waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  faults.finish.push(outage(503));
  await end("a.pdf");
  expect(page.waits.at(-1)).toBe(2_000);
  await comeBack();
  expect(states("one")).toEqual(["a.pdf done"]);
  expect(page.back).toHaveLength(0);
});

// S-8.42
test("a rate-limited upload waits as long as the rate limit lasts, and says that it will continue", async () => {
  const { queue, page, removed, add, end } = open();
  add("one", ["a.pdf"]);
  await turn();
  const limit = { kind: "network", code: "rate_limited", status: 429, message: "x" } as const;
  await end("a.pdf", new BackendError({ ...limit, retryable: true, retryAfterSeconds: 90 }));
  const message =
    "Too many uploads right now. Keep this page open. This upload continues in a few minutes.";
  expect(queue.entries("one")).toMatchObject([{ state: "paused", message }]);
  expect(page.waits).toEqual([90_000]);
  expect(removed).toEqual([]);
});

test("the upload queue removes a file from the draft if the database refuses the file, and does not retry the upload", async () => {
  const { page, faults, removed, add, states, end } = open();
  const code = { code: "unknown", upstreamCode: "upload_incomplete" } as const;
  faults.finish.push(new BackendError({ kind: "database", ...code, status: 409, message: "x" }));
  add("one", ["a.pdf"]);
  await turn();
  await end("a.pdf");
  expect(states("one")).toEqual(["a.pdf failed"]);
  expect(removed).toEqual(["id of a.pdf"]);
  expect(page.waits).toEqual([]);
});

test("if storage refuses a file, the error message is about the file, not about the page", async () => {
  const { queue, add, end } = open();
  add("one", ["a.pdf"]);
  await turn();
  const refusal = { kind: "storage", code: "AccessDenied", message: "no", status: 403 } as const;
  await end("a.pdf", new BackendError({ ...refusal, retryable: false }));
  expect(queue.entries("one")).toMatchObject([
    { state: "failed", message: "This file was not uploaded. Try again." },
  ]);
});
