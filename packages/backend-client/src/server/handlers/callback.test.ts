import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../../test/support/visitor.js";

let visitor: Visitor;
beforeEach(() => {
  visitor = createVisitor();
});

function get(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const { sessions, box } = visitor;
  return sessions.handle(box.request(`/auth/callback${query}`, { headers }));
}

describe("GET callback", () => {
  it.each([{ purpose: "prefetch" }, { "next-router-prefetch": "1" }])(
    "exchanges no code for a prefetch: %j",
    async (headers) => {
      const response = await get("?code=1234", headers);
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(visitor.memory.calls).toEqual([]);
    },
  );

  it.each([
    ["?error=access_denied", "access_denied"],
    ["?error=access_denied&error_code=otp_expired", "otp_expired"],
    ["?error=access_denied&code=1234", "access_denied"],
    [`?error=${"a".repeat(60)}`, "a".repeat(60)],
    [`?error=${"a".repeat(61)}`, "unknown"],
    ["?error=access%20denied", "unknown"],
    ["?error=%3Cscript%3E", "unknown"],
    ["?error=", "unknown"],
    ["", "bad_oauth_callback"],
    ["?code=", "bad_oauth_callback"],
  ])(
    "redirects a request with the query %j to the sign-in page with the error %s, and calls no service",
    async (query, code) => {
      const response = await get(query);
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        `/sign-in?error=${code}#`,
      ]);
      expect(visitor.memory.calls).toEqual([]);
    },
  );

  it("keeps `next` only if it is a path of this site", async () => {
    const page = async (next: string) =>
      (await get(`?error=access_denied&next=${encodeURIComponent(next)}`)).headers.get("location");
    expect(await page("/o/acme?x=1")).toBe(
      "/sign-in?error=access_denied&next=%2Fo%2Facme%3Fx%3D1#",
    );
    expect(await page("/")).toBe("/sign-in?error=access_denied#");
    expect(await page("//evil.test")).toBe("/sign-in?error=access_denied#");
  });
});
