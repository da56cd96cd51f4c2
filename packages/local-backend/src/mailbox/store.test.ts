import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MessageStore } from "./store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mailbox-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const email = (subject: string) => ({ from: "a@x.test", to: ["b@x.test"], subject, text: "t" });
const subjects = (store: MessageStore) => store.list().map(({ subject }) => subject);

test("loads the messages of an earlier run, and lists newer messages before them", async () => {
  const first = new MessageStore({ folder, now: () => 0 });
  for (const subject of ["one", "two", "three"]) await first.add(email(subject));
  await first.delete(first.list()[1]?.id ?? "");
  const second = new MessageStore({ folder, now: () => 0 });
  await second.load();
  await second.add(email("four"));
  const third = new MessageStore({ folder, now: () => 0 });
  await third.load();
  expect(subjects(third)).toEqual(["four", "three", "one"]);
});

test("stores messages in files with mode 0600, and skips a damaged file when it loads them", async () => {
  const store = new MessageStore({ folder, now: () => 0 });
  await store.add(email("kept"));
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, "000000000002.json"), "{ broken");
  const next = new MessageStore({ folder, now: () => 0 });
  await next.load();
  expect(subjects(next)).toEqual(["kept"]);
});

test("gives each message a later time than the previous one, even if the clock does not advance", async () => {
  const store = new MessageStore({ folder, now: () => 1000 });
  for (const subject of ["one", "two", "three"]) await store.add(email(subject));
  const [, second] = store.list();
  const since = Date.parse(second?.received_at ?? "");
  expect(store.list({ since }).map(({ subject }) => subject)).toEqual(["three"]);
  const next = new MessageStore({ folder, now: () => 0 });
  await next.load();
  await next.add(email("four"));
  expect(subjects(next)).toEqual(["four", "three", "two", "one"]);
  expect(next.list({ since }).map(({ subject }) => subject)).toEqual(["four", "three"]);
});
