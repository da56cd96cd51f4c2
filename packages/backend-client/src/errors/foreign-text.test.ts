import { describe, expect, it } from "vitest";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend } from "../testing/index.js";
import { BackendError } from "./backend-error.js";
import { fromAuth } from "./from-auth.js";

const JWT = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln";

const FOREIGN = [
  ["a token", JWT],
  ["a long token", `v1.${JWT}.${"x".repeat(64)}`],
  ["an email address", "ada@example.test"],
  ["a sentence", "no user ada@example.test with that token"],
  ["an IPv4 address", "192.0.2.7"],
  ["an IPv6 address", "2001:db8::7"],
  ["a text of 65 characters", "a".repeat(65)],
  ["empty", ""],
  ["a text with a line break", "code\nforged log line"],
] as const;

describe("text in the code or id field of a service response", () => {
  it.each(FOREIGN)("is dropped when it is %s", (_name, text) => {
    const error = fromAuth({
      status: 400,
      operation: "auth.x",
      upstreamCode: text,
      requestId: text,
    });
    expect([error.upstreamCode, error.requestId]).toEqual([undefined, undefined]);
    expect(error.code).toBe("unknown");
    if (text !== "") {
      expect(error.message).not.toContain(text);
      expect(JSON.stringify(error)).not.toContain(text);
    }
    expect(error.message).toMatch(/^auth\.x failed: the auth service returned 400 \(/);
  });

  it.each(["over_request_rate_limit", "PGRST116", "42501", "P0001", "a.b:c-d", "a".repeat(64)])(
    "is kept when it is a valid code: %s",
    (text) => {
      const error = new BackendError({
        kind: "auth",
        code: "unknown",
        message: `refused (${text}).`,
        upstreamCode: text,
        requestId: text,
      });
      expect(error.toJSON()).toMatchObject({
        message: `refused (${text}).`,
        upstreamCode: text,
        requestId: text,
      });
    },
  );

  it("does not appear in the error that a sign-in returns", async () => {
    const memory = createMemoryBackend();
    const text = `no user ada@example.test, token ${JWT}`;
    memory.faults.add({
      path: "/auth/v1/token",
      respond: () => Response.json({ error_code: text, msg: "x" }, { status: 400 }),
    });
    const scope = createSessionServer(memory.backend).open(memory.createJar().request("/"));
    const { error } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/ada@|eyJ/);
  });
});
