import { describe, expect, it } from "vitest";
import { BackendError } from "./backend-error.js";
import { readDigest } from "./digest.js";

describe("the digest of a BackendError", () => {
  it("contains the kind, code, retry delay and request id, and no other field", () => {
    const error = new BackendError({
      kind: "network",
      code: "service_unavailable",
      message: "secret",
      retryAfterSeconds: 17,
      requestId: "req-1",
      details: { secret: true },
    });
    expect(error.digest).toBe("BC;network;service_unavailable;17;req-1");
    expect(readDigest(error.digest)).toEqual({
      kind: "network",
      code: "service_unavailable",
      retryAfterSeconds: 17,
      requestId: "req-1",
    });
  });

  it("omits the fields that the error does not have", () => {
    const error = new BackendError({ kind: "auth", code: "session_missing", message: "" });
    expect(readDigest(error.digest)).toEqual({ kind: "auth", code: "session_missing" });
  });

  it.each([undefined, "", "899108609", "NEXT_REDIRECT;replace;/;307;", "BC;network", "BC;a;b;x;"])(
    "is not found by readDigest in the text %j",
    (digest) => {
      expect(readDigest(digest)).toBeNull();
    },
  );

  it("is not part of the error's JSON, keys or structured clone", () => {
    const error = new BackendError({ kind: "auth", code: "session_missing", message: "" });
    expect(Object.keys(error)).not.toContain("digest");
    expect(JSON.stringify(error)).not.toContain("BC;");
    expect(structuredClone(error)).not.toHaveProperty("digest");
  });
});
