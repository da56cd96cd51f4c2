import { expect, test } from "vitest";
import {
  formatRecords,
  keepRecent,
  parseRecords,
  type RecordKey,
  readRecent,
  recordOfPath,
} from "@/lib/recent/recent-records";
import { createTabStorage, fillStorage } from "../../../test/tab-storage";

const PLACE = { userId: "u1", slug: "harbour-lane" };
const record = (digit: number, kind: RecordKey["kind"] = "client"): RecordKey => ({
  kind,
  id: `00000000-0000-4000-8000-00000000000${digit}`,
});

test("recordOfPath recognizes a record from the path of its page or of a page below it", () => {
  const { id } = record(1);
  expect(recordOfPath(`/o/harbour-lane/clients/${id}`)).toEqual({ kind: "client", id });
  expect(recordOfPath(`/o/harbour-lane/requests/${id}/review/x`)).toEqual({ kind: "request", id });
  expect(recordOfPath("/o/harbour-lane/clients/new")).toBeNull();
  expect(recordOfPath(`/r/${id}`)).toBeNull();
});

test("readRecent returns the last five records without the open record, each once, newest first", () => {
  const storage = createTabStorage();
  for (const digit of [1, 2, 3, 4, 5, 6, 7, 3]) keepRecent(PLACE, record(digit), storage);
  expect(readRecent(PLACE, null, storage)).toEqual([3, 7, 6, 5, 4].map((digit) => record(digit)));
  const others = [7, 6, 5, 4, 2].map((digit) => record(digit));
  expect(readRecent(PLACE, record(3), storage)).toEqual(others);
  expect(parseRecords(formatRecords(others))).toEqual(others);
});

test("keepRecent keeps a separate list of recent records for each user and firm", () => {
  const storage = createTabStorage();
  keepRecent(PLACE, record(1), storage);
  expect(readRecent({ ...PLACE, userId: "u2" }, null, storage)).toEqual([]);
  expect(readRecent({ ...PLACE, slug: "other" }, null, storage)).toEqual([]);
});

test("keepRecent stores no record and does not throw if the storage is full", () => {
  const storage = createTabStorage();
  fillStorage(storage);
  keepRecent(PLACE, record(1), storage);
  expect(readRecent(PLACE, null, storage)).toEqual([]);
});

test("parseRecords skips entries that are not records", () => {
  const one = record(1, "request");
  expect(parseRecords(`${formatRecords([one])},client.1,file.${one.id},`)).toEqual([one]);
  expect(parseRecords(null)).toEqual([]);
});
