import { expect, test } from "vitest";
import type { UploadEntry } from "@/features/files/types";
import { type UploadsAction, uploadsReducer } from "@/features/files/upload/reducer";

const entry = { key: "a", name: "a.pdf", bytes: 10 };
const after = (...actions: UploadsAction[]) =>
  actions.reduce<readonly UploadEntry[]>(uploadsReducer, []);

test("an upload moves from waiting to sending and done", () => {
  const added = after({ type: "add", entry });
  expect(added[0]?.state).toBe("waiting");
  const done = after(
    { type: "add", entry },
    { type: "start", key: "a" },
    { type: "started", key: "a", fileId: "f" },
    { type: "progress", key: "a", share: 0.4 },
    { type: "checking", key: "a" },
    { type: "done", key: "a" },
  );
  expect(done[0]).toMatchObject({ state: "done", share: 1, fileId: "f" });
});

test("the progress of an upload never decreases", () => {
  const [sent] = after(
    { type: "add", entry },
    { type: "start", key: "a" },
    { type: "progress", key: "a", share: 0.6 },
    { type: "progress", key: "a", share: 0.2 },
  );
  expect(sent?.share).toBe(0.6);
});

test("a retry of a failed upload starts from the beginning, as a new file", () => {
  const failed = after(
    { type: "add", entry },
    { type: "start", key: "a" },
    { type: "started", key: "a", fileId: "f" },
    { type: "fail", key: "a", message: "No." },
  );
  expect(failed[0]).toMatchObject({ state: "failed", message: "No.", fileId: undefined });
  const [again] = uploadsReducer(failed, { type: "retry", key: "a" });
  expect(again).toMatchObject({ state: "waiting", share: 0, message: undefined });
});

test("an upload is refused when its item closes, and shows the reason", () => {
  const [closed] = after(
    { type: "add", entry },
    { type: "start", key: "a" },
    { type: "started", key: "a", fileId: "f" },
    { type: "close", key: "a", message: "No longer needed." },
  );
  expect(closed).toMatchObject({ state: "refused", message: "No longer needed." });
  expect(closed?.fileId).toBeUndefined();
});

// S-8.23
test("a refused file shows the reason, and dismissing the reason removes only that file", () => {
  const refused = after(
    { type: "refuse", entry, message: "Not here." },
    { type: "add", entry: { ...entry, key: "b" } },
  );
  expect(refused[0]).toMatchObject({ state: "refused", message: "Not here." });
  expect(uploadsReducer(refused, { type: "dismiss", key: "a" }).map(({ key }) => key)).toEqual([
    "b",
  ]);
});

test("a paused upload keeps its file, and waits for its turn again when the network is back", () => {
  const paused = after(
    { type: "add", entry },
    { type: "add", entry: { ...entry, key: "b" } },
    { type: "start", key: "a" },
    { type: "started", key: "a", fileId: "f" },
    { type: "pause", key: "a", message: "Lost." },
    { type: "fail", key: "b", message: "No." },
  );
  expect(paused[0]).toMatchObject({ state: "paused", message: "Lost.", fileId: "f" });
  const [first, second] = uploadsReducer(paused, { type: "online" });
  expect(first).toMatchObject({ state: "waiting", message: undefined, fileId: "f" });
  expect(second?.state).toBe("failed");
});

test("a paused upload keeps its progress when it continues", () => {
  const paused = after(
    { type: "add", entry },
    { type: "start", key: "a" },
    { type: "started", key: "a", fileId: "f" },
    { type: "progress", key: "a", share: 0.6 },
    { type: "pause", key: "a", message: "Lost." },
  );
  const waiting = uploadsReducer(paused, { type: "online" });
  const [sending] = uploadsReducer(waiting, { type: "start", key: "a" });
  expect([paused, waiting].map(([first]) => first?.share)).toEqual([0.6, 0.6]);
  expect(sending).toMatchObject({ state: "sending", share: 0.6 });
});

test("the progress of an upload from an earlier visit is unknown until storage reports it", () => {
  const started = after(
    { type: "add", entry: { ...entry, fileId: "f" } },
    { type: "start", key: "a" },
    { type: "started", key: "a", fileId: "f" },
  );
  expect(started[0]).toMatchObject({ state: "sending", share: undefined });
  const [sent] = uploadsReducer(started, { type: "progress", key: "a", share: 0.4 });
  expect(sent?.share).toBe(0.4);
});

test("an upload that starts over shows a message and resets its progress", () => {
  const restarted = after(
    { type: "add", entry },
    { type: "start", key: "a" },
    { type: "progress", key: "a", share: 0.6 },
    { type: "restart", key: "a", message: "Again." },
  );
  expect(restarted[0]).toMatchObject({ state: "sending", share: 0, message: "Again." });
  const [sent] = uploadsReducer(restarted, { type: "checking", key: "a" });
  expect(sent?.message).toBeUndefined();
});
