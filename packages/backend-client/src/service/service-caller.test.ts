import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serviceCaller } from "./index.js";

const CRON = "sb_secret_Zk9xQ2mT7vB1nR4wY8cL";
const BILLING = "sb_secret_8cL3fA6Zk9xQ2mT7vB1n";
const KEYS = { cron: CRON, billing: BILLING };

const requestWith = (headers: Record<string, string>) =>
  new Request("https://app.example.com/jobs", { headers });

describe("the caller that a service route identifies by its key", () => {
  it.each([
    ["cron", { apikey: CRON }],
    ["billing", { apikey: BILLING }],
    ["cron", { authorization: `Bearer ${CRON}` }],
    ["cron", { authorization: `bearer   ${CRON}` }],
    // supabase-js sends its key in both headers, except while a user is signed in.
    ["cron", { apikey: CRON, authorization: `Bearer ${CRON}` }],
    ["cron", { apikey: CRON, authorization: "Bearer a.user.token" }],
    ["billing", { apikey: "sb_publishable_x", authorization: `Bearer ${BILLING}` }],
  ])("is %s for %j", async (name, headers) => {
    expect(await serviceCaller(requestWith(headers), KEYS)).toBe(name);
  });

  it.each<Record<string, string>>([
    {},
    { apikey: "" },
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: `Basic ${CRON}` },
    { authorization: CRON },
    { apikey: `${CRON}x` },
    { apikey: CRON.slice(0, -1) },
    { apikey: CRON.toLowerCase() },
    { apikey: `${CRON}, ${BILLING}` },
    { "x-api-key": CRON },
    { cookie: `apikey=${CRON}` },
  ])("is null for %j", async (headers) => {
    expect(await serviceCaller(requestWith(headers), KEYS)).toBeNull();
  });

  it("is never a name whose configured key is empty or missing", async () => {
    const keys = { empty: "", blank: " \n", missing: undefined };
    for (const apikey of ["", " ", "undefined", "null"]) {
      const request = requestWith({ apikey, authorization: `Bearer ${apikey}` });
      expect(await serviceCaller(request, keys), apikey).toBeNull();
    }
    expect(await serviceCaller(requestWith({ apikey: CRON }), {})).toBeNull();
  });

  it("is found even if the configured key ends with a line break, as in a file", async () => {
    expect(await serviceCaller(requestWith({ apikey: CRON }), { cron: `${CRON}\n` })).toBe("cron");
  });

  it("is the first configured name if several names share a key, or if the request has two keys", async () => {
    expect(await serviceCaller(requestWith({ apikey: CRON }), { old: CRON, cron: CRON })).toBe(
      "old",
    );
    const both = requestWith({ apikey: BILLING, authorization: `Bearer ${CRON}` });
    expect(await serviceCaller(both, KEYS)).toBe("cron");
  });

  it("is null for a key that is not configured", async () => {
    const key = fc.string({
      unit: fc.constantFrom(..."abcABC019_-.~"),
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(key, key, async (configured, sent) => {
        for (const headers of [{ apikey: sent }, { authorization: `Bearer ${sent}` }]) {
          const caller = await serviceCaller(requestWith(headers), { cron: configured });
          expect(caller).toBe(sent === configured ? "cron" : null);
        }
      }),
      {
        examples: [
          ["a", "a"],
          ["abc", "abc"],
          ["abc", "ab"],
          ["ab", "abc"],
        ],
      },
    );
  });
});
