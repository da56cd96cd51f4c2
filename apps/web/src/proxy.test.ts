import { readFileSync } from "node:fs";
import { FRESH_COOKIE, PRESENT_COOKIE } from "@dossier/backend-client";
import { unstable_doesMiddlewareMatch as passesProxy } from "next/experimental/testing/server";
import { expect, test, vi } from "vitest";

vi.mock("@/lib/backend/backend.server", () => ({ withSession: () => () => null }));
const { config } = await import("@/proxy");

const source = readFileSync(new URL("./proxy.ts", import.meta.url), "utf8");

test("the proxy's matcher contains the names of the SDK's cookies", () => {
  expect(source).toContain(`{ type: "cookie", key: "${PRESENT_COOKIE}" }`);
  expect(source.split(`{ type: "cookie", key: "${FRESH_COOKIE}" }`)).toHaveLength(2);
});

test("the proxy skips session handlers, health checks and built files, but not paths below /auth or /files that contain a percent sign", () => {
  const sources = [...source.matchAll(/source:\s+"(.+)"/g)].map((match) => match[1] ?? "");
  expect(sources).toHaveLength(6);
  const matchers = sources.map((pattern) => new RegExp(`^${pattern.replaceAll("\\\\", "\\")}$`));
  const unreadable = matchers.pop();
  for (const path of ["/auth/%", "/files/%ff", "/auth/a/%"]) {
    expect(unreadable?.test(path), path).toBe(true);
  }
  for (const path of ["/auth/session", "/files/a", "/o/%", "/_next/static/%5B"]) {
    expect(unreadable?.test(path), path).toBe(false);
  }
  for (const matcher of matchers) {
    for (const path of [
      "/auth/session",
      "/api/health",
      "/_next/static/x",
      "/pdfjs/1.2.3/wasm/x.wasm",
      "/icon.svg",
      "/favicon.ico",
      "/apple-icon.png",
    ]) {
      expect(matcher.test(path), path).toBe(false);
    }
    for (const path of [
      "/",
      "/o/harbour-lane/requests",
      "/r/a.b",
      "/o/a.b",
      "/icon.svg.html",
      "/pdfjs",
      "/api/x",
    ]) {
      expect(matcher.test(path), path).toBe(true);
    }
  }
});

test.each([
  { "content-type": "multipart/form-data; boundary=b" },
  { "content-length": "5" },
  { "transfer-encoding": "chunked" },
])(
  "the proxy runs for a request with a body even if the request has the header rsc: %j",
  (headers) => {
    expect(passesProxy({ config, url: "/sign-in", headers: { rsc: "1", ...headers } })).toBe(true);
  },
);

test("the proxy does not run for a request with the header rsc if the request has neither a body nor session cookies", () => {
  expect(passesProxy({ config, url: "/sign-in", headers: { rsc: "1" } })).toBe(false);
});
