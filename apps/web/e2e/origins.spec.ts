import { webUrl } from "./addresses";
import { expect, test } from "./test";

const { host, port } = new URL(webUrl);

const FOREIGN: [name: string, headers: Record<string, string>][] = [
  ["another Origin", { origin: "https://evil.example" }],
  ["an Origin with another port", { origin: webUrl.replace(port, "8080") }],
  ["an opaque Origin", { origin: "null" }],
  ["no Origin", {}],
  ["no Origin, from another site", { "sec-fetch-site": "cross-site" }],
  ["its own Origin, from another site", { origin: webUrl, "sec-fetch-site": "cross-site" }],
];

for (const path of ["/sign-in", "/account", "/r/AAAAAAAAAAAAAAAAAAAAAA"]) {
  test(`a form for ${path} that does not come from the site itself gets an error page`, async ({
    request,
  }) => {
    for (const [name, headers] of FOREIGN) {
      const answer = await request.post(path, {
        headers: { host, ...headers },
        multipart: { email: "a@b.example" },
        maxRedirects: 0,
      });
      expect(answer.status(), name).toBe(403);
      expect(await answer.text(), name).toContain("sent from another site");
      expect(answer.headers()["set-cookie"], name).toBeUndefined();
    }
  });
}

test("a form submitted from a page of the site itself is accepted", async ({ request }) => {
  for (const headers of [{ origin: webUrl }, { origin: webUrl, "sec-fetch-site": "same-origin" }]) {
    const answer = await request.post("/sign-in", {
      headers,
      multipart: { email: "a@b.example" },
      maxRedirects: 0,
    });
    expect(answer.status()).not.toBe(403);
  }
});
