import { expect, test } from "vitest";
import { formatBytes, formatLimit } from "@/lib/format/bytes";
import { MAX_FILE_BYTES, MAX_REQUEST_BYTES } from "@/lib/forms/limits";

test.each([
  [0, "0\u00a0KB"],
  [1, "1\u00a0KB"],
  [12_288, "12\u00a0KB"],
  [12_345, "13\u00a0KB"],
  [1_048_000, "1\u00a0MB"],
  [3_400_000, "3.3\u00a0MB"],
  [50_000_000, "47.7\u00a0MB"],
  [52_428_800, "50\u00a0MB"],
  [1_073_741_823, "1\u00a0GB"],
  [5_000_000_000, "4.7\u00a0GB"],
])("formatBytes rounds %i bytes up to %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([MAX_FILE_BYTES, MAX_REQUEST_BYTES])(
  "formatBytes and formatLimit return the same text for %i bytes, but formatBytes returns another text for one byte more",
  (limit) => {
    expect(formatBytes(limit)).toBe(formatLimit(limit));
    expect(formatBytes(limit + 1)).not.toBe(formatLimit(limit));
  },
);

test("formatLimit rounds a limit down, and writes a limit below 1 MB in KB", () => {
  expect(formatLimit(MAX_FILE_BYTES)).toBe("100\u00a0MB");
  expect(formatLimit(MAX_REQUEST_BYTES)).toBe("5\u00a0GB");
  expect(formatLimit(50_000_000)).toBe("47.6\u00a0MB");
  expect(formatLimit(524_288)).toBe("512\u00a0KB");
});
