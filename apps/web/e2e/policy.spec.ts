import pdfjs from "pdfjs-dist/package.json" with { type: "json" };
import { expect, test } from "./test";

const PAGES = ["/", "/sign-in", "/r/a.b", "/o/a.b", "/nothing.html", "/api/nothing", "/join/x.y"];

const FLOOR = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

test("documents have a Content Security Policy with a new nonce, even at paths with a dot and at missing pages", async ({
  request,
}) => {
  const nonces = new Set<string>();
  for (const path of PAGES) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const { "content-type": type = "", "content-security-policy": policy = "" } = answer.headers();
    if (answer.status() < 300 || answer.status() > 399) expect(type, path).toContain("text/html");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce, path).toBeDefined();
    nonces.add(nonce ?? "");
  }
  expect(nonces.size).toBe(PAGES.length);
});

// The percent-encoding is invalid. Next alone would return status 500 with an empty body.
const UNREADABLE = ["/r/%", "/r/%/items", "/o/%E0%A4%A", "/join/%ff", "/files/%", "/auth/%"];

test("a malformed URL shows the not-found page", async ({ page }) => {
  for (const path of UNREADABLE) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    expect(answer?.headers()["content-security-policy"], path).toContain("'nonce-");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not found or no access");
  }
});

const DOCUMENT_HEADERS: Record<string, string>[] = [
  { purpose: "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "next-router-prefetch": "1" },
  { "next-action": "00" },
  { rsc: "0" },
];

test("request headers neither remove a document's Content Security Policy nor choose the policy's nonce", async ({
  request,
}) => {
  for (const path of ["/", "/sign-in", "/nothing.html"]) {
    for (const headers of [{}, ...DOCUMENT_HEADERS]) {
      const name = `${path} ${JSON.stringify(headers)}`;
      const answer = await request.get(path, {
        headers: {
          ...headers,
          "content-security-policy": "script-src 'nonce-Y2hvc2Vu'",
          "content-security-policy-report-only": "script-src 'nonce-Y2hvc2Vu'",
          "x-nonce": "Y2hvc2Vu",
        },
      });
      const { "content-type": type = "", "content-security-policy": policy = "" } =
        answer.headers();
      expect(type, name).toContain("text/html");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      expect(nonce, name).toBeDefined();
      expect(policy, name).toContain("'strict-dynamic'");
      const html = await answer.text();
      expect(html, name).not.toContain("Y2hvc2Vu");
      const nonces = new Set([...html.matchAll(/ nonce="([^"]+)"/g)].map((match) => match[1]));
      expect([...nonces], name).toEqual([nonce]);
    }
  }
});

test("an RSC request that bypasses the proxy gets RSC data, not an HTML document", async ({
  request,
}) => {
  for (const path of ["/", "/sign-in", "/nothing.html"]) {
    const answer = await request.get(path, {
      headers: { rsc: "1", "content-security-policy": "script-src 'nonce-Y2hvc2Vu'" },
    });
    expect(answer.headers()["content-type"], path).toContain("text/x-component");
    expect(answer.headers()["content-security-policy"], path).toBe(FLOOR);
  }
});

test("pdf.js files are cached and may send requests only to the app's origin, and missing files are not cached", async ({
  request,
}) => {
  const folder = `/pdfjs/${pdfjs.version}`;
  for (const [path, type] of [
    ["build/pdf.worker.min.mjs", "application/javascript"],
    ["wasm/jbig2.wasm", "application/wasm"],
    ["wasm/jbig2_nowasm_fallback.js", "application/javascript"],
  ] as const) {
    const answer = await request.get(`${folder}/${path}`);
    expect(answer.status(), path).toBe(200);
    const headers = answer.headers();
    expect(headers["content-type"], path).toContain(type);
    expect(headers["content-security-policy"], path).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(headers["cache-control"], path).toBe("public, max-age=31536000, immutable");
    expect(headers["set-cookie"], path).toBeUndefined();
  }
  const missing = await request.get(`${folder}/wasm/quickjs-eval.wasm`);
  expect(missing.status()).toBe(404);
  expect(missing.headers()["cache-control"]).toContain("no-store");
});

test("files and handlers outside the proxy have the static Content Security Policy, and missing paths have a policy too", async ({
  request,
}) => {
  for (const path of [
    "/icon.svg",
    "/favicon.ico",
    "/apple-icon.png",
    "/api/health",
    "/auth/session",
  ]) {
    const answer = await request.get(path);
    expect(answer.headers()["content-security-policy"], path).toBe(FLOOR);
  }
  for (const path of ["/_next/nothing", "/auth/nothing", "/pdfjs/nothing"]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()["content-security-policy"], path).toBeDefined();
  }
});
