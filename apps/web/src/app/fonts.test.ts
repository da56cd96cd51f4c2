import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const MAX_BYTES = 24_000;

// If a checksum differs, the file was not created as described in `fonts.ts`.
test.each([
  ["latin", "fa966d3b21406b2a07a87d79330d7135325b12f102510765b3f68b89c4f4005a"],
  ["latin-ext", "768af2923e0ab1549f1dfba0a5c8ea749c4c01f01d8e77ffaf7fcd12f57a0a24"],
])(
  "the %s font file has the recorded checksum and stays within its size budget",
  (name, sha256) => {
    const bytes = readFileSync(new URL(`./fonts/hanken-grotesk-${name}.woff2`, import.meta.url));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    expect(bytes.byteLength).toBeLessThanOrEqual(MAX_BYTES);
  },
);
