import { describe, expect, it } from "vitest";
import { defineBackend } from "./define-backend.js";

const jwt = (role: string) =>
  `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ role })).replace(/=+$/, "")}.x`;

describe("defineBackend", () => {
  it("uses the local backend without options", () => {
    expect(defineBackend()).toMatchObject({
      url: "http://127.0.0.1:54321",
      anonKey: "sb_publishable_local",
      issuer: "http://127.0.0.1:54321/auth/v1",
      audience: "authenticated",
    });
  });

  it("drops trailing slashes and keeps a path", () => {
    const backend = defineBackend({ url: "https://host.test/base//", anonKey: jwt("anon") });
    expect(backend.url).toBe("https://host.test/base");
    expect(backend.issuer).toBe("https://host.test/base/auth/v1");
  });

  it.each([
    [{ url: "https://a.test" }, /anonKey is missing/],
    [{ anonKey: "sb_publishable_x" }, /url is missing/],
    [{ url: "a.test", anonKey: "x" }, /url is not an address/],
    [{ url: "ftp://a.test", anonKey: "x" }, /must begin with https/],
    [{ url: "https://u:p@a.test", anonKey: "x" }, /must not hold a password/],
    [{ url: "https://a.test", anonKey: "" }, /anonKey is empty/],
    [{ url: "https://a.test", anonKey: "a b" }, /contains spaces/],
    [{ url: "https://a.test", anonKey: "sb_secret_x" }, /secret key/],
    [{ url: "https://a.test", anonKey: jwt("service_role") }, /secret key/],
  ])("refuses %j with one sentence", (options, sentence) => {
    expect(() => defineBackend(options)).toThrow(sentence);
  });

  it("never repeats a refused key in the message", () => {
    try {
      defineBackend({ url: "https://a.test", anonKey: "sb_secret_abc123" });
      expect.unreachable();
    } catch (thrown) {
      expect(String(thrown)).not.toContain("abc123");
    }
  });
});
