import { afterEach, describe, expect, it, vi } from "vitest";
import { defineBackend } from "./define-backend.js";

const jwt = (role: string) =>
  `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ role })).replace(/=+$/, "")}.x`;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("defineBackend", () => {
  it("uses the local backend when called without options", () => {
    expect(defineBackend()).toMatchObject({
      url: "http://127.0.0.1:54321",
      anonKey: "sb_publishable_local",
      issuer: "http://127.0.0.1:54321/auth/v1",
      audience: "authenticated",
    });
  });

  it("drops trailing slashes from the URL and keeps the URL's path", () => {
    const backend = defineBackend({ url: "https://host.test/base//", anonKey: jwt("anon") });
    expect(backend.url).toBe("https://host.test/base");
    expect(backend.issuer).toBe("https://host.test/base/auth/v1");
  });

  it.each([
    [{ url: "https://a.test" }, /anonKey is missing/],
    [{ anonKey: "sb_publishable_x" }, /url is missing/],
    [{ url: "a.test", anonKey: "x" }, /url is not a URL/],
    [{ url: "ftp://a.test", anonKey: "x" }, /must begin with https/],
    [{ url: "https://u:p@a.test", anonKey: "x" }, /must not contain credentials/],
    [{ url: "https://a.test", anonKey: "" }, /anonKey is empty/],
    [{ url: "https://a.test", anonKey: "a b" }, /contains spaces/],
    [{ url: "https://a.test", anonKey: "sb_secret_x" }, /secret key/],
    [{ url: "https://a.test", anonKey: jwt("service_role") }, /secret key/],
  ])("refuses %j with an error that names the problem", (options, sentence) => {
    expect(() => defineBackend(options)).toThrow(sentence);
  });

  it("never repeats a refused key in the error message", () => {
    try {
      defineBackend({ url: "https://a.test", anonKey: "sb_secret_abc123" });
      expect.unreachable();
    } catch (thrown) {
      expect(String(thrown)).not.toContain("abc123");
    }
  });

  it("uses the local backend in production only with `local: true` or SUPABASE_LOCAL=1", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() => defineBackend()).toThrow(/^NEXT_PUBLIC_SUPABASE_URL is missing; set it, or set/);
    expect(() => defineBackend({ local: false })).toThrow(TypeError);
    expect(defineBackend({ local: true }).url).toBe("http://127.0.0.1:54321");
    vi.stubEnv("SUPABASE_LOCAL", "1");
    expect(defineBackend().url).toBe("http://127.0.0.1:54321");
  });

  it.each([
    ...["http://localhost:54321", "http://db.localhost", "http://kong:8000", "http://[::1]:1"],
    ...["http://127.9.9.9", "http://10.0.0.1", "http://172.16.0.1", "http://172.31.0.1"],
    ...["http://192.168.1.1", "http://0.0.0.0:54321", "http://[fd00::1]", "http://[fc12::1]"],
    ...["http://nas.local", "http://api.internal"],
    ...["http://app.test", "http://app.test.", "http://0x7f.1", "https://shop.example.com"],
  ])("accepts the URL %s, because it uses https or a private host", (url) => {
    expect(defineBackend({ url, anonKey: "x" }).url).toBe(new URL(url).origin);
  });

  it.each([
    ...["http://shop.example.com", "http://8.8.8.8", "http://172.15.0.1", "http://172.32.0.1"],
    ...["http://192.169.1.1", "http://100.64.0.1", "http://[2001:db8::1]", "http://[fc1::1]"],
    ...["http://10.example.com", "http://test.com", "http://mylocal.com"],
  ])("refuses the public http: URL %s without `allowHttp`", (url) => {
    expect(() => defineBackend({ url, anonKey: "x" })).toThrow(
      "url must begin with https://, unless allowHttp is true.",
    );
    expect(defineBackend({ url, anonKey: "x", allowHttp: true }).url).toBe(url);
  });
});
