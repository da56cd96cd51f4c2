import { describe, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.js";

const target = { bucket: "documents", path: "a/b.pdf" };
const url = "http://backend.test";
const tokenOf = (sub: string, iat = 1): string =>
  `Bearer e30.${btoa(JSON.stringify({ sub, iat })).replace(/=+$/, "")}.s`;
const nameOf = (body: Blob, token = tokenOf("ana")) => fingerprint(body, { url, target, token });
const bytes = (fill: number, length = 300_000) => new Uint8Array(length).fill(fill);
const file = (parts: BlobPart[], lastModified = 1) => new File(parts, "b.pdf", { lastModified });

describe("the fingerprint of a resumable upload", () => {
  it("is the same for the same file, even with a later token of the same user", async () => {
    const name = await nameOf(file([bytes(1)]));
    expect(await nameOf(file([bytes(1)]), tokenOf("ana", 2))).toBe(name);
  });

  it("differs by user, so that no user continues another user's upload", async () => {
    expect(await nameOf(file([bytes(1)]), tokenOf("bea"))).not.toBe(await nameOf(file([bytes(1)])));
  });

  it.each([
    ["another date", file([bytes(1)], 2)],
    ["another size", file([bytes(1, 299_999)])],
    ["other bytes at the beginning", file([bytes(2, 10), bytes(1, 299_990)])],
    ["other bytes at the end", file([bytes(1, 299_990), bytes(2, 10)])],
  ])("differs for %s", async (_what, other) => {
    expect(await nameOf(other)).not.toBe(await nameOf(file([bytes(1)])));
  });

  it("differs for two Blob objects, even if their bytes are equal", async () => {
    const blob = new Blob([bytes(1)]);
    expect(await nameOf(blob)).toBe(await nameOf(blob));
    expect(await nameOf(new Blob([bytes(1)]))).not.toBe(await nameOf(blob));
  });
});
