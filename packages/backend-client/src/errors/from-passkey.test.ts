import { describe, expect, it } from "vitest";
import { fromPasskeyFailure, passkeyUnsupported } from "./from-passkey.js";

const thrown = (name: string) => new DOMException("a text of the browser", name);

describe("a browser error during a passkey call", () => {
  it.each([
    ["NotAllowedError", "passkey_cancelled"],
    ["AbortError", "passkey_cancelled"],
    ["SecurityError", "passkey_unsupported"],
    ["NotSupportedError", "passkey_unsupported"],
    ["ConstraintError", "passkey_unsupported"],
    ["InvalidStateError", "webauthn_credential_exists"],
    ["UnknownError", "unknown"],
    ["OperationError", "unknown"],
    ["DataError", "unknown"],
  ])("gets a code that depends on its name: %s becomes %s", (name, code) => {
    const cause = thrown(name);
    const error = fromPasskeyFailure(cause, "session passkey sign-in");
    expect(error).toMatchObject({ kind: "auth", code, retryable: false, cause });
    expect(error.operation).toBe("session passkey sign-in");
    expect(error.message).not.toContain("a text of the browser");
  });

  it("states why passkeys do not work in this browser", () => {
    const messages = ["SecurityError", "NotSupportedError", "ConstraintError"].map(
      (name) => fromPasskeyFailure(thrown(name), "x").message,
    );
    expect(new Set(messages).size).toBe(3);
    expect(messages[0]).toContain("a different domain");
    expect(passkeyUnsupported("x", "this browser has no WebAuthn.").message).toBe(
      "x is not possible here: this browser has no WebAuthn.",
    );
  });

  it.each([
    ["an error without a code", new TypeError("bad"), "TypeError"],
    ["a string", "bad", "undefined"],
    ["null", null, "undefined"],
    ["an error whose name is an inherited property of objects", { name: "toString" }, "toString"],
  ])("becomes a BackendError with the code unknown if it is %s", (_, value, name) => {
    expect(fromPasskeyFailure(value, "x")).toMatchObject({
      code: "unknown",
      message: `x failed in the browser: ${name}.`,
    });
  });
});
