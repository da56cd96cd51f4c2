import { readFileSync } from "node:fs";
import { FRESH_COOKIE, PRESENT_COOKIE } from "@dossier/backend-client";
import { expect, test } from "vitest";

const source = readFileSync(new URL("./proxy.ts", import.meta.url), "utf8");

test("the literal matcher names the cookies of the SDK", () => {
  expect(source).toContain(`{ type: "cookie", key: "${PRESENT_COOKIE}" }`);
  expect(source.split(`{ type: "cookie", key: "${FRESH_COOKIE}" }`)).toHaveLength(2);
});

test("handlers of the session, interfaces and built files never pass the proxy", () => {
  const sources = [...source.matchAll(/source:\s+"(.+)"/g)].map((match) => match[1] ?? "");
  expect(sources).toHaveLength(2);
  for (const pattern of sources) {
    const matcher = new RegExp(`^${pattern.replaceAll("\\\\", "\\")}$`);
    for (const path of [
      "/auth/session",
      "/api/health",
      "/_next/static/x",
      "/pdfjs/1.2.3/wasm/x.wasm",
      "/icon.svg",
      "/favicon.ico",
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
