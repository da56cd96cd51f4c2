import { expect, test } from "vitest";
import { parseBefore, parseNameKey, parsePageKey } from "@/lib/backend/page-key";

const id = "5eed0001-0000-4000-8000-000000000001";

test.each(["2026-01-31", "2026-01-31T09:05:00.123456+00:00", "2026-01-31T09:05:00Z"])(
  "starts a page after the key %s",
  (after) => {
    expect(parsePageKey({ after, id })).toEqual({ key: after, id });
  },
);

test.each([
  [{}],
  [{ after: "2026-01-31" }],
  [{ id }],
  [{ after: "2026-01-31", id: "1" }],
  [{ after: "2026-01-31,id.gt.0", id }],
  [{ after: "2026-13-45", id }],
  [{ after: "2026-01-31T::::Z", id }],
  [{ after: ["", "2026-01-31"], id }],
])("starts at the first page if the key is %j", (search) => {
  expect(parsePageKey(search)).toBeUndefined();
});

test("accepts any name as a page key in a list ordered by name", () => {
  expect(parseNameKey({ after: 'Same, "quoted" (name)', id })).toEqual({
    key: 'Same, "quoted" (name)',
    id,
  });
  expect(parseNameKey({ after: "", id })).toBeUndefined();
});

test("reads the event id before which a page ends, and ignores other text", () => {
  expect(parseBefore({ before: "120" })).toBe(120);
  for (const before of [undefined, "", "0", "-1", "1.5", "x"]) {
    expect(parseBefore({ before })).toBeUndefined();
  }
});
