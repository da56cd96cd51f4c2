import { expect, test } from "@playwright/test";

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

test("files of the application are no pages and stand aside", async ({ request }) => {
  for (const path of ["/icon.svg", "/favicon.ico", "/api/health"]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["content-security-policy"], path).toBeUndefined();
  }
});
