import { expect, test } from "vitest";
import { shortHash } from "@/lib/format/hash";

test("shortHash shows the beginning and the end of a hash", () => {
  expect(shortHash(`3f2a91${"0".repeat(52)}c04d7e`)).toBe("3f2a91…c04d7e");
});
