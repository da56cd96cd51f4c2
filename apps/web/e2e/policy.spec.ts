import { expect, test } from "@playwright/test";
import pdfjs from "pdfjs-dist/package.json" with { type: "json" };

// Found or not, with a dot or without: whatever is a page of ours brings its policy.
const PAGES = ["/", "/sign-in", "/r/a.b", "/o/a.b", "/nothing.html", "/api/nothing", "/join/x.y"];

test("every answer that is a page has a policy with a nonce of its own", async ({ request }) => {
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

test("what pdf.js loads may run its decoders and call nobody else, and is kept; what is missing is not", async ({
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

test("files of the application are no pages and stand aside", async ({ request }) => {
  for (const path of ["/icon.svg", "/favicon.ico", "/api/health"]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["content-security-policy"], path).toBeUndefined();
  }
});
